"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { linkedParts } from "./linked-parts";

/** A text that was bought, as one document: its own lines, and its addresses as links. */
export function TextDocument({ text }: { text: string }) {
  const t = useTranslations("order");
  return (
    <li className="shrink-0 overflow-hidden rounded-lg border border-brass-line bg-surface">
      <div className="flex justify-end border-brass-line border-b border-dashed bg-brass-soft px-2 py-1 print:hidden">
        <CopyButton value={text} label={t("copyText")} variant="ghost" size="sm" />
      </div>
      <div className="whitespace-pre-wrap px-4 py-4 leading-relaxed [overflow-wrap:anywhere] sm:px-6 sm:py-5">
        {linkedParts(text).map((part) =>
          part.href ? (
            <a
              key={part.at}
              href={part.href}
              target="_blank"
              rel="noopener noreferrer"
              className="text-pine underline underline-offset-4"
            >
              {part.text}
            </a>
          ) : (
            <span key={part.at}>{part.text}</span>
          ),
        )}
      </div>
    </li>
  );
}
