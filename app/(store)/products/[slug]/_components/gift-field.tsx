"use client";

import { Gift } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { GiftWords } from "@/components/store/draft";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { later } from "@/components/ui/later";
import { looksLikeEmail } from "./wrong-fields";

const GiftFields = later(() => import("./gift-fields").then((module) => module.GiftFields));

/** Body member of an order that is a gift. */
export const giftBody = (gift: GiftWords | null) =>
  gift && {
    gift: { email: gift.email.trim(), message: gift.message.trim(), from_name: gift.fromName.trim() },
  };

/** Text of `checkout` about an address that is missing or broken off. */
export const giftFault = (gift: GiftWords | null): "gift.emailMissing" | "emailWrong" | null => {
  if (!gift || looksLikeEmail(gift.email.trim())) return null;
  return gift.email.trim() === "" ? "gift.emailMissing" : "emailWrong";
};

type GiftFieldProps = {
  value: GiftWords | null;
  errorOf: (...members: string[]) => string | undefined;
  onChange: (value: GiftWords | null) => void;
};

/** Offers to buy for somebody else: one quiet line until it is wanted. */
export function GiftField({ value, errorOf, onChange }: GiftFieldProps) {
  const t = useTranslations("checkout.gift");
  const [wasOpen, setWasOpen] = useState(false);
  if (!value)
    return (
      <Button
        variant="link"
        size="bare"
        className="min-h-9 self-start text-sm"
        autoFocus={wasOpen}
        onClick={() => {
          setWasOpen(true);
          onChange({ email: "", message: "", fromName: "" });
        }}
      >
        <Gift className="size-4" aria-hidden />
        {t("open")}
      </Button>
    );
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-lg border border-brass-line bg-brass-soft p-4">
      <legend className="sr-only">{t("title")}</legend>
      <div className="flex items-center justify-between gap-3">
        <p aria-hidden className="flex min-w-0 items-center gap-2 font-medium">
          <Gift className="size-4.5 shrink-0 text-brass" />
          <span className="min-w-0 break-words">{t("title")}</span>
        </p>
        <Button
          variant="link"
          size="bare"
          className="min-h-9 shrink-0 text-sm"
          onClick={() => onChange(null)}
        >
          {t("remove")}
        </Button>
      </div>
      <GiftFields value={value} errorOf={(member) => errorOf(`gift.${member}`)} onChange={onChange} />
      <FieldError>{errorOf("gift")}</FieldError>
    </fieldset>
  );
}
