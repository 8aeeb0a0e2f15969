"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { isTold, sayTold } from "@/messages/say-to-staff";

/** `isProblem`: a sentence of the server about what came of it. */
export type OnceField = { name: string; label: string; isProblem?: boolean };

/** A text made of the answer's members, to be copied whole: `{key}` stands for one. */
export type OnceBlock = { label: string; text: string };

const filled = ({ text }: OnceBlock, answer: Record<string, unknown>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(answer[name] ?? ""));

/** Credentials right after they were made, or what came of a test. */
export function ShownOnce({
  fields,
  blocks = [],
  answer,
  close,
  onClose,
}: {
  fields: readonly OnceField[];
  blocks?: readonly OnceBlock[] | undefined;
  answer: Record<string, unknown>;
  /** On the button, where nothing has to be stored. */
  close?: string | undefined;
  onClose: () => void;
}) {
  const t = useTranslations("admin.form");
  const locale = useLocale();
  const shown = ({ name, isProblem }: OnceField) => {
    const told = answer[`${name}_rule`];
    return isProblem && isTold(told) ? sayTold(told, locale) : String(answer[name] ?? "");
  };
  const given = fields.filter((field) => shown(field) !== "");
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-3">
        {given.map((field) => (
          <div key={field.name}>
            <dt className="mb-1 font-medium text-sm">{field.label}</dt>
            <dd className="flex items-center gap-2 rounded-md border border-brass-line bg-brass-soft py-1 pr-1 pl-3">
              <code className="min-w-0 flex-1 whitespace-pre-wrap break-all font-mono text-sm">
                {shown(field)}
              </code>
              <CopyButton value={shown(field)} size="icon-sm" variant="ghost" />
            </dd>
          </div>
        ))}
      </dl>
      {blocks.map((block) => (
        <details key={block.label} className="text-sm">
          <summary className="cursor-pointer font-medium">{block.label}</summary>
          <div className="mt-2 flex items-start gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
            <pre className="max-h-60 min-w-0 flex-1 overflow-auto whitespace-pre-wrap break-all py-1 font-mono text-xs">
              {filled(block, answer)}
            </pre>
            <CopyButton value={filled(block, answer)} size="icon-sm" variant="ghost" />
          </div>
        </details>
      ))}
      <div className="flex justify-end">
        <Button onClick={onClose}>{close ?? t("kept")}</Button>
      </div>
    </div>
  );
}
