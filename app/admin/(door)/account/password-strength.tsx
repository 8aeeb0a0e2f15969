"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";

const levels = ["short", "weak", "fair", "good"] as const;
const tones = { short: "bg-danger", weak: "bg-danger", fair: "bg-warn", good: "bg-ok" } as const;

/** By the rules that the server applies: length counts, repetition does not. */
function levelOf(password: string, minLength: number): (typeof levels)[number] {
  const length = [...password].length;
  const distinct = new Set(password.toLowerCase()).size;
  if (length < minLength) return "short";
  if (distinct < 4) return "weak";
  return length < 15 || distinct < 8 ? "fair" : "good";
}

export function PasswordStrength({ password, minLength }: { password: string; minLength: number }) {
  const t = useTranslations("admin.security");
  if (password === "") return null;
  const level = levelOf(password, minLength);
  const reached = levels.indexOf(level) + 1;
  return (
    <div className="mt-1.5 flex items-center gap-2.5" aria-live="polite">
      <span className="flex flex-1 gap-1" aria-hidden>
        {levels.map((name, place) => (
          <span
            key={name}
            className={cx("h-1 flex-1 rounded-full", place < reached ? tones[level] : "bg-line")}
          />
        ))}
      </span>
      <span className="text-ink-muted text-xs">
        {t(`strength.${level}`, { count: [...password].length, min: minLength })}
      </span>
    </div>
  );
}
