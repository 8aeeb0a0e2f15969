"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type CouponEntryProps = {
  applied: string | null;
  error?: string | undefined;
  checking: boolean;
  /** The reader has just pressed the button that opened it. */
  opened: boolean;
  onApply: (code: string | null) => void;
};

/** The field for a coupon's code. Its script comes when somebody opens it. */
export function CouponEntry({ applied, error, checking, opened, onApply }: CouponEntryProps) {
  const t = useTranslations("checkout");
  const [code, setCode] = useState("");
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
          autoFocus={opened}
          onChange={(event) => {
            setCode(event.target.value);
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
