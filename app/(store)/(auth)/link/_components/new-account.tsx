"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { AuthCard } from "@/components/store/auth/auth-card";
import type { ShopMail } from "@/components/store/auth/code-field";
import { enter } from "@/components/store/auth/enter";
import { MailedCode, RestError } from "@/components/store/auth/mailed-code";
import { OpenAccount } from "@/components/store/auth/open-account";
import { signUpIntroduced } from "@/components/store/auth/session";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Link } from "@/components/ui/link";
import { ScriptForm } from "@/components/ui/script-form";

type NewAccountProps = {
  token: string;
  name: string;
  /** As the provider names it, which proves nothing. */
  email: string;
  captcha: CaptchaConfig | null;
  mail: ShopMail;
  next: string;
  loginPath: string;
};

const fields = ["email", "code"];

/** Asks for an address and the code that is mailed to it, where the provider proves none. */
export function NewAccount({ token, name, email, captcha, mail, next, loginPath }: NewAccountProps) {
  const t = useTranslations();
  const [values, setValues] = useState({ email, code: "" });
  const form = useSubmit(async () => {
    await signUpIntroduced({
      introduction_token: token,
      email: values.email.trim(),
      code: values.code,
    });
    await enter(next);
  });
  return (
    <AuthCard
      title={t("auth.link.title", { name })}
      lead={t("auth.link.newText", { name })}
      footer={
        <p>
          {t("auth.link.have")}{" "}
          <Link href={loginPath} className="font-medium text-pine underline underline-offset-4">
            {t("auth.link.haveLink", { name })}
          </Link>
        </p>
      }
    >
      <ScriptForm className="flex flex-col gap-4" onSend={() => form.submit()}>
        <MailedCode
          label={t("auth.email")}
          mail={mail}
          purpose="register"
          captcha={captcha}
          form={form}
          values={values}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        <RestError form={form} fields={fields} />
        <OpenAccount label={t("auth.link.submit")} pending={form.pending} values={values} />
      </ScriptForm>
    </AuthCard>
  );
}
