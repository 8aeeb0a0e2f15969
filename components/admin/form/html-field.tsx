"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { useFieldControl } from "@/components/ui/field";
import { later } from "@/components/ui/later";

/** The editor is large: it comes when a form with a text is opened, and no other page loads it. */
const RichEditor = later(() => import("./rich-editor").then((module) => module.default), {
  browserOnly: true,
});

type HtmlFieldProps = { value: string; rows: number; onChange: (value: string) => void };

/** Tags that the server keeps and the editor does not know. */
const unknownToEditor = /<(table|details|figure|sub|sup)\b/i;

/** A text as it will look, or its HTML. What the editor would lose is opened as HTML, with a word of warning. */
export function HtmlField({ value, rows, onChange }: HtmlFieldProps) {
  const t = useTranslations("admin.form");
  const control = useFieldControl();
  const isForeign = unknownToEditor.test(value);
  const [isHtml, setHtml] = useState(isForeign);
  const height = `${rows * 1.6}rem`;
  const attributes = Object.fromEntries(
    Object.entries(control).flatMap(([name, given]) =>
      given === undefined || given === null || given === false ? [] : [[name, String(given)]],
    ),
  );

  return (
    <div
      data-editor
      className="overflow-hidden rounded-md border border-control bg-surface focus-within:border-pine"
    >
      {isHtml ? (
        <textarea
          {...control}
          value={value}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
          style={{ minHeight: height }}
          className="block w-full resize-y bg-transparent px-3 py-2.5 font-mono text-sm leading-relaxed focus:outline-none"
        />
      ) : (
        <RichEditor value={value} attributes={attributes} minHeight={height} onChange={onChange} />
      )}
      <div className="flex flex-wrap items-center gap-2 border-line border-t bg-sunken/50 px-2 py-1 text-xs">
        {isForeign ? <span className="min-w-0 flex-1 text-warn">{t("htmlOnly")}</span> : null}
        <span className="ml-auto inline-flex overflow-hidden rounded-sm border border-line">
          {[false, true].map((html) => (
            <button
              key={String(html)}
              type="button"
              aria-pressed={isHtml === html}
              onClick={() => setHtml(html)}
              className={cx(
                "px-2 py-1",
                isHtml === html ? "bg-surface font-medium text-ink" : "text-ink-muted hover:text-ink",
              )}
            >
              {html ? t("writeHtml") : t("writeRich")}
            </button>
          ))}
        </span>
      </div>
    </div>
  );
}
