"use client";

import { Bold, Code, Eye, Heading2, Italic, Link2, List, ListOrdered, PencilLine, Quote } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useFieldControl } from "@/components/ui/field";
import { previewDocument } from "./preview-document";

type HtmlFieldProps = { value: string; rows: number; onChange: (value: string) => void };

const wraps = [
  { key: "bold", Icon: Bold, before: "<strong>", after: "</strong>" },
  { key: "italic", Icon: Italic, before: "<em>", after: "</em>" },
  { key: "heading", Icon: Heading2, before: "<h2>", after: "</h2>\n" },
  { key: "list", Icon: List, before: "<ul>\n  <li>", after: "</li>\n</ul>\n" },
  { key: "numbers", Icon: ListOrdered, before: "<ol>\n  <li>", after: "</li>\n</ol>\n" },
  { key: "quote", Icon: Quote, before: "<blockquote>", after: "</blockquote>\n" },
  { key: "code", Icon: Code, before: "<code>", after: "</code>" },
  { key: "link", Icon: Link2, before: '<a href="https://">', after: "</a>" },
] as const;

/**
 * HTML as text, with buttons for the common tags and a preview. The preview is a sandboxed frame: what is typed here has
 * not been cleaned yet, and the server cleans what it stores.
 */
export function HtmlField({ value, rows, onChange }: HtmlFieldProps) {
  const t = useTranslations("admin.form");
  const control = useFieldControl();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);

  function wrap(before: string, after: string) {
    const field = area.current;
    if (!field) return;
    const { selectionStart, selectionEnd } = field;
    const chosen = value.slice(selectionStart, selectionEnd);
    onChange(value.slice(0, selectionStart) + before + chosen + after + value.slice(selectionEnd));
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(selectionStart + before.length, selectionStart + before.length + chosen.length);
    });
  }

  return (
    <div className="overflow-hidden rounded-md border border-control bg-surface focus-within:border-pine">
      <div className="flex flex-wrap items-center gap-0.5 border-line border-b bg-sunken/50 px-1.5 py-1">
        {wraps.map(({ key, Icon, before, after }) => (
          <Button
            key={key}
            variant="ghost"
            size="icon-sm"
            disabled={isPreview}
            aria-label={t(`html.${key}`)}
            title={t(`html.${key}`)}
            onClick={() => wrap(before, after)}
          >
            <Icon aria-hidden />
          </Button>
        ))}
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-pressed={isPreview}
          onClick={() => setPreview(!isPreview)}
        >
          {isPreview ? <PencilLine aria-hidden /> : <Eye aria-hidden />}
          {isPreview ? t("write") : t("preview")}
        </Button>
      </div>
      {isPreview ? (
        <iframe
          title={t("preview")}
          sandbox=""
          srcDoc={previewDocument(value, getComputedStyle(document.body))}
          className="w-full"
          style={{ height: `${rows * 1.6 + 2}rem` }}
        />
      ) : null}
      <textarea
        ref={area}
        {...control}
        rows={rows}
        value={value}
        spellCheck
        onChange={({ target }) => onChange(target.value)}
        className={cx(
          "block w-full resize-y bg-transparent px-3 py-2.5 font-mono text-sm leading-relaxed focus:outline-none",
          isPreview && "hidden",
        )}
      />
    </div>
  );
}
