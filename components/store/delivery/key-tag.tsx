"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { type Unit, usedClass } from "./unit";

/** One key on its tag: punched, edged in brass, and exactly the characters that were sold. */
export function KeyTag({ secret, number, total, isUsed, mark }: Unit) {
  const t = useTranslations("order");
  const common = useTranslations("common");
  return (
    <li className="flex shrink-0 items-stretch overflow-hidden rounded-lg border border-brass-line bg-brass-soft">
      <span
        className="grid w-11 shrink-0 place-items-center border-brass-line border-e border-dashed sm:w-14"
        aria-hidden
      >
        <span className="grid size-5 place-items-center rounded-full border-2 border-brass bg-surface font-mono text-2xs text-brass [&:has(>span)]:w-auto [&:has(>span)]:min-w-5 [&:has(>span)]:px-1">
          {total > 1 ? <span>{number}</span> : ""}
        </span>
      </span>
      <code
        className={cx(
          "min-w-0 flex-1 self-center whitespace-pre-wrap px-3.5 py-3.5 font-mono text-base leading-relaxed [overflow-wrap:anywhere] sm:px-5",
          isUsed && usedClass,
        )}
      >
        {secret}
      </code>
      <span className="flex items-center pe-2">
        {mark}
        <CopyButton
          value={secret}
          {...(total > 1
            ? { name: t("copyKey", { number }), variant: "ghost", className: "text-brass" }
            : { label: common("copy"), variant: "primary" })}
        />
      </span>
      <span className="sr-only">{t("keyOf", { index: number, total })}</span>
    </li>
  );
}
