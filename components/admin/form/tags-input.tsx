"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { useFieldControl } from "@/components/ui/field";

type TagsInputProps = {
  /** One entry a line. */
  value: string;
  placeholder?: string | undefined;
  /** Words, not addresses or codes. */
  isText?: boolean;
  onChange: (value: string) => void;
};

/** Entries as chips: Enter, comma or leaving the field adds one, Backspace takes the last, a pasted list is split. */
export function TagsInput({ value, placeholder, isText = false, onChange }: TagsInputProps) {
  const t = useTranslations("admin.form");
  const control = useFieldControl();
  const [text, setText] = useState("");
  const tags = value.split("\n").filter(Boolean);
  const set = (next: readonly string[]) => onChange([...new Set(next)].join("\n"));

  function add(typed: string) {
    const added = typed
      .split(/[\n,，]/)
      .map((entry) => entry.trim())
      .filter(Boolean);
    setText("");
    if (added.length > 0) set([...tags, ...added]);
  }

  return (
    <div className="control flex h-auto flex-wrap items-center gap-1.5 py-1.5 focus-within:outline-2 focus-within:outline-pine">
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={t("remove", { name: tag })}
          onClick={() => set(tags.filter((other) => other !== tag))}
          className={cx(
            "inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-sunken px-2 text-xs hover:text-danger",
            !isText && "font-mono",
          )}
        >
          <span className="truncate">{tag}</span>
          <X className="size-3 shrink-0" aria-hidden />
        </button>
      ))}
      <input
        {...control}
        required={tags.length === 0 && control.required === true}
        value={text}
        placeholder={tags.length === 0 ? placeholder : undefined}
        autoComplete="off"
        onChange={({ target }) => (/[\n,，]/.test(target.value) ? add(target.value) : setText(target.value))}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text");
          if (!/[\n,，]/.test(pasted)) return;
          event.preventDefault();
          add(text + pasted);
        }}
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && text !== "") {
            event.preventDefault();
            add(text);
          } else if (event.key === "Backspace" && text === "" && tags.length > 0) {
            set(tags.slice(0, -1));
          }
        }}
        className="min-w-32 flex-1 bg-transparent text-sm focus:outline-none"
      />
    </div>
  );
}
