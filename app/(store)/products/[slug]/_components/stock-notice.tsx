"use client";

import { BellRing, CircleCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Select } from "@/components/ui/select";
import type { SkuView } from "@/lib/catalogue/schema";

type StockNoticeProps = {
  /** The options that cannot be bought now, one or more. */
  gone: readonly [SkuView, ...SkuView[]];
  chosen: SkuView | undefined;
  email: string | null;
};

/** One mail when a sold-out option has stock again. Open where the chosen one is sold out, else behind a line of text. */
export function StockNotice({ gone, chosen, email: known }: StockNoticeProps) {
  const t = useTranslations("checkout.back");
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<number | null>(null);
  const [email, setEmail] = useState(known ?? "");
  const [asked, setAsked] = useState<{ skuId: number; email: string } | null>(null);
  const isChosenGone = gone.some(({ id }) => id === chosen?.id);
  const wanted = gone.find(({ id }) => id === picked) ?? gone.find(({ id }) => id === chosen?.id) ?? gone[0];
  const { submit, pending, fieldError, formError, clear } = useSubmit(async () => {
    const address = email.trim();
    await api("/guest/stock-notices", { body: { sku_id: wanted.id, email: address, locale } });
    setAsked({ skuId: wanted.id, email: address });
  });

  if (asked?.skuId === wanted.id)
    return (
      <div role="status" className="rounded-lg bg-ok-soft px-4 py-3 text-ok text-sm">
        <p className="flex items-start gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="break-words">{t("asked", { email: asked.email })}</span>
        </p>
        {gone.length > 1 ? (
          <Button
            variant="link"
            size="bare"
            className="mt-1 min-h-9 text-sm"
            onClick={() => {
              setAsked(null);
              setOpen(true);
            }}
          >
            {t("askAnother")}
          </Button>
        ) : null}
      </div>
    );
  if (!isOpen && !isChosenGone)
    return (
      <Button
        variant="link"
        size="bare"
        className="min-h-11 self-start text-start text-sm"
        onClick={() => setOpen(true)}
      >
        <BellRing className="size-4 shrink-0" aria-hidden />
        {t("open")}
      </Button>
    );
  return (
    <ScriptForm
      id="back-in-stock"
      onSend={() => submit()}
      aria-labelledby="back-in-stock-title"
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id="back-in-stock-title" className="flex items-center gap-2 text-base">
        <BellRing className="size-4 shrink-0 text-brass" aria-hidden />
        {t("title")}
      </h2>
      {gone.length > 1 ? (
        <Field label={t("option")} error={fieldError("sku_id")}>
          <Select
            value={String(wanted.id)}
            onChange={(event) => {
              clear();
              setPicked(Number(event.target.value));
            }}
          >
            {gone.map((option) => (
              <option key={option.id} value={option.id}>
                {option.name}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label={t("to")} hint={t("hint")} required error={fieldError("email")}>
        <Input
          type="email"
          name="notice_email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          value={email}
          onChange={(event) => {
            clear();
            setEmail(event.target.value);
          }}
        />
      </Field>
      <FieldError>{formError("email", ...(gone.length > 1 ? ["sku_id"] : []))}</FieldError>
      <SubmitButton
        variant="secondary"
        className="self-start"
        loading={pending}
        disabled={email.trim() === ""}
      >
        {t("send")}
      </SubmitButton>
    </ScriptForm>
  );
}
