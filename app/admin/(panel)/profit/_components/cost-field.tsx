"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { useWrite } from "@/components/admin/form/use-write";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

/** Enters what a unit of the option costs, for what was sold of it, too. */
export function CostField({ skuId, label }: { skuId: number; label: string }) {
  const t = useTranslations("admin-sell.profit");
  const id = useId();
  const [cost, setCost] = useState("");
  const { submit, pending, fieldError, formError } = useWrite({
    path: "/admin/reports/costs",
    success: t("costEntered"),
  });
  useUnsaved(cost.trim() !== "" && !pending);
  const error = fieldError("cost") ?? formError("cost");
  return (
    <ScriptForm
      className="flex flex-wrap items-center justify-end gap-1.5"
      onSend={() => submit({ sku_id: skuId, cost: cost.trim() })}
    >
      <Input
        id={id}
        aria-label={t("costOf", { name: label })}
        inputMode="decimal"
        autoComplete="off"
        required
        value={cost}
        onChange={(event) => setCost(event.target.value)}
        aria-invalid={error ? true : undefined}
        {...(error ? { "aria-describedby": `${id}-error` } : {})}
        className="h-9 w-24 text-right"
      />
      <SubmitButton size="sm" variant="secondary" loading={pending}>
        {t("enterCost")}
      </SubmitButton>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </ScriptForm>
  );
}
