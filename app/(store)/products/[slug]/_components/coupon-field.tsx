"use client";

import { TicketPercent } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type CouponFieldProps = {
  applied: string | null;
  /** Sum that it takes off, as the server says it. */
  saved: { name: string | null; amount: string } | undefined;
  error?: string;
  checking: boolean;
  onApply: (code: string | null) => void;
};

export function CouponField({ applied, saved, error, checking, onApply }: CouponFieldProps) {
  const t = useTranslations("checkout");
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState("");

  if (applied && !error && !checking) {
    return (
      <p
        className="flex min-h-11 items-center justify-between gap-3 rounded-md bg-ok-soft px-3.5 text-ok text-sm"
        role="status"
      >
        <span className="flex min-w-0 items-center gap-2">
          <TicketPercent className="size-4 shrink-0" aria-hidden />
          <span className="truncate">
            {t("couponApplied", { code: saved?.name ?? applied.toUpperCase() })}
          </span>
        </span>
        <Button
          variant="link"
          size="bare"
          className="text-sm"
          // The field that the code was typed into has just gone; a code of the address was typed nowhere.
          autoFocus={open}
          onClick={() => {
            setCode("");
            onApply(null);
          }}
        >
          {t("couponRemove")}
        </Button>
      </p>
    );
  }
  if (!open && !error) {
    return (
      <Button variant="link" size="bare" className="min-h-9 self-start text-sm" onClick={() => setOpen(true)}>
        <TicketPercent className="size-4" aria-hidden />
        {t("haveCoupon")}
      </Button>
    );
  }
  const wanted = code.trim();
  return (
    <Field label={t("coupon")} error={error}>
      <div className="flex gap-2">
        <Input
          value={code || (applied ?? "")}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // The reader has just pressed the button that opened it.
          autoFocus={open}
          onChange={(event) => {
            setCode(event.target.value);
            // The field of a refused code of a link was opened by its error, which goes.
            setOpen(true);
            if (applied) onApply(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (wanted) onApply(wanted);
          }}
        />
        <Button variant="secondary" loading={checking} disabled={!wanted} onClick={() => onApply(wanted)}>
          {t("couponApply")}
        </Button>
      </div>
    </Field>
  );
}
