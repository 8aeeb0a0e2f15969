"use client";

import { useTranslations } from "next-intl";
import type { GiftWords } from "@/components/store/draft";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { longestGiftMessage, longestGiverName } from "@/lib/orders/gifts/bounds";

type GiftFieldsProps = {
  value: GiftWords;
  errorOf: (member: string) => string | undefined;
  onChange: (value: GiftWords) => void;
};

/** The recipient's address, and what they read with the gift. */
export function GiftFields({ value, errorOf, onChange }: GiftFieldsProps) {
  const t = useTranslations("checkout.gift");
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-lg border border-brass-line bg-brass-soft p-4">
      <legend className="sr-only">{t("title")}</legend>
      <Field label={t("email")} hint={t("emailHint")} required error={errorOf("gift.email")}>
        <Input
          type="email"
          // Not the buyer's own: nothing that the browser knows belongs here.
          autoComplete="off"
          inputMode="email"
          maxLength={254}
          value={value.email}
          // The reader has just pressed the button that opened it.
          autoFocus={value.email === ""}
          onChange={(event) => onChange({ ...value, email: event.target.value })}
        />
      </Field>
      <Field label={t("message")} hint={t("messageHint")} error={errorOf("gift.message")}>
        <Textarea
          rows={3}
          maxLength={longestGiftMessage}
          value={value.message}
          onChange={(event) => onChange({ ...value, message: event.target.value })}
        />
      </Field>
      <Field label={t("from")} hint={t("fromHint")} error={errorOf("gift.from_name")}>
        <Input
          autoComplete="name"
          maxLength={longestGiverName}
          value={value.from_name}
          onChange={(event) => onChange({ ...value, from_name: event.target.value })}
        />
      </Field>
      <FieldError>{errorOf("gift")}</FieldError>
    </fieldset>
  );
}
