import type { ReactNode } from "react";
import { cx } from "./cx";

const tones = {
  neutral: "bg-sunken text-ink-muted",
  pine: "bg-pine-soft text-pine",
  brass: "bg-brass-soft text-brass",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
} as const;

export type BadgeTone = keyof typeof tones;

type BadgeProps = { tone?: BadgeTone; dot?: boolean; className?: string; children: ReactNode };

export function Badge({ tone = "neutral", dot = false, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex max-w-full items-center gap-1.5 whitespace-nowrap align-middle rounded-full px-2.5 py-0.5 font-medium text-xs",
        tones[tone],
        className,
      )}
    >
      {dot ? <span className="size-1.5 rounded-full bg-current" aria-hidden /> : null}
      {children}
    </span>
  );
}
