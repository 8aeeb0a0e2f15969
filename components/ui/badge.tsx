import type { ReactNode } from "react";
import { cx } from "./cx";

/** The looks stand in button.css, whose names are found by their whole words. */
const tones = {
  neutral: "badge-neutral",
  pine: "badge-pine",
  brass: "badge-brass",
  ok: "badge-ok",
  warn: "badge-warn",
  danger: "badge-danger",
} as const;

export type BadgeTone = keyof typeof tones;

type BadgeProps = { tone?: BadgeTone; dot?: boolean; small?: boolean; children: ReactNode };

export function Badge({ tone = "neutral", dot = false, small = false, children }: BadgeProps) {
  return (
    <span className={cx("badge", tones[tone], dot && "badge-dot", small && "badge-small")}>{children}</span>
  );
}
