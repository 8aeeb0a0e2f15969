"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { KeyTag } from "./key-tag";
import { type AccountField, readAccount } from "./read-account";
import { type Unit, usedClass } from "./unit";

/** An account by its fields: nobody wants to cut a log-in out of a line. A line without fields stays a tag. */
export function AccountCard(unit: Unit) {
  const { secret, number, total, isUsed, mark } = unit;
  const t = useTranslations("order.account");
  const fields = readAccount(secret);
  if (!fields) return <KeyTag {...unit} />;
  return (
    <li className="shrink-0 overflow-hidden rounded-lg border border-brass-line bg-brass-soft">
      <div className="flex items-center justify-between gap-2 border-brass-line border-b border-dashed py-1 pe-2 ps-4">
        <p className="flex-1 font-medium text-brass text-sm">
          {total > 1 ? t("of", { number, total }) : null}
        </p>
        {mark}
        <CopyButton
          value={secret}
          label={total > 1 ? t("copyWholeOf", { number }) : t("copyWhole")}
          variant="ghost"
          size="sm"
          className="print:hidden"
        />
      </div>
      <dl className={cx("divide-y divide-brass-line/60", isUsed && usedClass)}>
        {fields.map((field) => (
          <Field key={field.place} field={field} ofAccount={total > 1 ? number : null} />
        ))}
      </dl>
    </li>
  );
}

type FieldProps = { field: AccountField; ofAccount: number | null };

function Field({ field, ofAccount }: FieldProps) {
  const t = useTranslations("order.account");
  const [isHidden, setHidden] = useState(false);
  const label = field.name === "extra" ? t("extra", { number: field.place - 1 }) : t(field.name);
  return (
    <div className="py-1 pe-2 ps-4">
      <dt className="pt-1.5 text-ink-muted text-xs">{label}</dt>
      <dd className="flex items-center gap-2">
        <code className="min-w-0 flex-1 whitespace-pre-wrap pb-1.5 font-mono text-base leading-relaxed [overflow-wrap:anywhere]">
          {isHidden ? "••••••••" : field.value}
        </code>
        {field.name === "password" ? (
          <Button
            variant="ghost"
            size="icon"
            className="print:hidden"
            aria-label={isHidden ? t("show") : t("hide")}
            onClick={() => setHidden(!isHidden)}
          >
            {isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          </Button>
        ) : null}
        <CopyButton
          value={field.value}
          name={ofAccount === null ? t("copy", { label }) : t("copyOf", { label, number: ofAccount })}
          variant="ghost"
        />
      </dd>
    </div>
  );
}
