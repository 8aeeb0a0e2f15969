"use client";

import { Gift } from "lucide-react";
import { useTranslations } from "next-intl";
import type { GiftWords } from "@/components/store/draft";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { looksLikeEmail } from "./wrong-fields";

const GiftFields = later(() => import("./gift-fields").then((module) => module.GiftFields));

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

/** Offers to buy for somebody else: one quiet line until it is wanted. Its button takes the wish back too, whatever loads below. */
export function GiftField({ value, errorOf, onChange }: GiftFieldProps) {
  const t = useTranslations("checkout.gift");
  return (
    <>
      <Button
        variant="link"
        size="bare"
        className="min-h-9 self-start text-sm"
        onClick={() => onChange(value ? null : { email: "", message: "", from_name: "" })}
      >
        <Gift className="size-4" aria-hidden />
        {t(value ? "remove" : "open")}
      </Button>
      {value ? <GiftFields value={value} errorOf={errorOf} onChange={onChange} /> : null}
    </>
  );
}
