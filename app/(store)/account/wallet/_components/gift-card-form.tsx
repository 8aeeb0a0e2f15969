"use client";

import { CircleCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { useCaptcha } from "@/components/store/auth/use-captcha";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { formatMoney } from "@/components/ui/money";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import type { Redemption } from "@/lib/wallet/schema";

export function GiftCardForm({
  currency,
  captcha: given,
}: {
  currency: string;
  captcha: CaptchaConfig | null;
}) {
  const t = useTranslations("account.wallet");
  const locale = useLocale();
  const router = useRouter();
  const captcha = useCaptcha("gift_card", given);
  const [code, setCode] = useState("");
  const [added, setAdded] = useState<string | null>(null);

  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    setAdded(null);
    try {
      const { amount } = await api<Redemption>("/gift-cards/redeem", {
        body: { code: code.trim(), ...captcha.body },
      });
      setAdded(amount);
      setCode("");
      captcha.used();
      router.refresh();
    } catch (problem) {
      captcha.used(problem);
      throw problem;
    }
  });

  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field
        label={t("giftCode")}
        required
        error={fieldError("code") ?? formError("code", "captcha", "captcha.captcha_code")}
      >
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          className="font-mono"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {captcha.field(fieldError("captcha", "captcha.captcha_code"))}
      <SubmitButton variant="secondary" loading={pending} disabled={!code.trim()}>
        {t("redeem")}
      </SubmitButton>
      <p role="status" className={added ? "flex items-center gap-2 text-ok text-sm" : "sr-only"}>
        {added ? (
          <>
            <CircleCheck className="size-4 shrink-0" aria-hidden />
            {t("redeemed", { amount: formatMoney(added, currency, locale) })}
          </>
        ) : null}
      </p>
    </ScriptForm>
  );
}
