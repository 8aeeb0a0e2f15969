"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { type Unit, usedClass } from "./unit";

export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim());

/** A link as what it is for: something to press. Its address stays readable, for whoever wants to know where it leads. */
export function LinkCard({ secret, number, total, isUsed, mark }: Unit) {
  const t = useTranslations("order.link");
  return (
    <li className="flex shrink-0 flex-wrap items-center gap-3 rounded-lg border border-brass-line bg-brass-soft p-3 ps-4">
      <code className={cx("min-w-0 flex-1 basis-60 break-all font-mono text-sm", isUsed && usedClass)}>
        {secret}
      </code>
      <span className="flex items-center gap-1">
        {mark}
        <a href={secret.trim()} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {total > 1 ? t("openOne", { number }) : t("open")}
          <ExternalLink aria-hidden />
        </a>
        <CopyButton value={secret} name={total > 1 ? t("copyOne", { number }) : t("copy")} variant="ghost" />
      </span>
    </li>
  );
}
