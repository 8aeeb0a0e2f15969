"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { useFieldControl } from "@/components/ui/field";
import { Boundary } from "@/components/ui/later";
import { ToolRoom } from "./tool-room";
import { useEditorNear } from "./use-editor-near";

type HtmlFieldProps = { value: string; rows: number; onChange: (value: string) => void };

/** Tags that the server keeps and the editor does not know. */
const unknownToEditor = /<(table|details|figure|sub|sup)\b/i;

const mostRem = 36;

/** Height that a text needs as it will look, so that nothing moves when the editor takes its place. */
function roomFor(html: string, rows: number): string {
  const blocks = html.split(/<\/(?:p|h\d|li|pre|blockquote)>/i);
  const lines = blocks.reduce((sum, block) => sum + Math.ceil(block.replace(/<[^>]*>/g, "").length / 60), 0);
  const pictures = html.split(/<img\b/i).length - 1;
  const rem = lines * 1.6 + blocks.length + pictures * 16;
  return `${Math.min(mostRem, Math.max(rows * 1.6, rem))}rem`;
}

/** A text as it will look, or its HTML. What the editor would lose is opened as HTML, with a word of warning. */
export function HtmlField({ value, rows, onChange }: HtmlFieldProps) {
  const t = useTranslations("admin.form");
  const control = useFieldControl();
  const isForeign = unknownToEditor.test(value);
  const [isHtml, setHtml] = useState(isForeign);
  const [height] = useState(() => roomFor(value, rows));
  const { area, come, bring, forgetFocus } = useEditorNear(!isHtml);
  const attributes = Object.fromEntries(
    Object.entries(control).flatMap(([name, given]) =>
      given === undefined || given === null || given === false ? [] : [[name, String(given)]],
    ),
  );

  return (
    <div className="overflow-hidden rounded-md border border-control bg-surface focus-within:border-pine">
      {come && !isHtml ? (
        <Boundary>
          <come.RichEditor
            value={value}
            attributes={attributes}
            minHeight={height}
            hasFocus={come.hasFocus}
            onChange={onChange}
          />
        </Boundary>
      ) : (
        <>
          {isHtml ? null : <ToolRoom />}
          <textarea
            ref={area}
            {...control}
            value={value}
            spellCheck={false}
            onFocus={isHtml ? undefined : bring}
            onChange={({ target }) => onChange(target.value)}
            style={{ height }}
            className={cx(
              "block w-full resize-y bg-transparent px-3 py-2.5 font-mono text-sm leading-relaxed focus:outline-none",
              // For the moment until the editor is there nobody is shown its tags.
              !isHtml && "not-focus:text-transparent noscript:text-ink",
            )}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-2 border-line border-t bg-sunken/50 px-2 py-1 text-xs">
        {isForeign ? <span className="min-w-0 flex-1 text-warn">{t("htmlOnly")}</span> : null}
        <span className="ml-auto inline-flex overflow-hidden rounded-sm border border-line">
          {[false, true].map((html) => (
            <button
              key={String(html)}
              type="button"
              aria-pressed={isHtml === html}
              onClick={() => {
                forgetFocus();
                setHtml(html);
              }}
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
