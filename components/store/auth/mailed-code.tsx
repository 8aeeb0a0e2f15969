"use client";

import { useTranslations } from "next-intl";
import type { SubmitState } from "@/components/api/use-submit";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CodeField, type ShopMail } from "./code-field";

type Form = Pick<SubmitState<never[]>, "problem" | "fieldError" | "formError">;

/** The code was wrong or is over: said at its field. */
const isCodeRefused = ({ problem }: Form) => problem?.code === 40002;

type MailedCodeProps = {
  label: string;
  mail: ShopMail;
  purpose: "register" | "reset" | "change_email";
  captcha: CaptchaConfig | null;
  form: Form;
  values: { email: string; code: string };
  onChange: (change: { email: string } | { code: string }) => void;
};

/** An address, and the code that is mailed to it. */
export function MailedCode({ label, mail, purpose, captcha, form, values, onChange }: MailedCodeProps) {
  const t = useTranslations("common.error.code");
  return (
    <>
      <Field label={label} required error={form.fieldError("email")}>
        <Input
          type="email"
          name="email"
          autoComplete={purpose === "change_email" ? "email" : "username"}
          maxLength={254}
          value={values.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
      <CodeField
        email={values.email}
        mail={mail}
        purpose={purpose}
        captcha={captcha}
        value={values.code}
        error={isCodeRefused(form) ? t("40002") : form.fieldError("code")}
        onChange={(code) => onChange({ code })}
      />
    </>
  );
}

/** Shows the problems of the rest of such a form. */
export const RestError = ({ form, fields }: { form: Form; fields: readonly string[] }) => (
  <FieldError>{isCodeRefused(form) ? undefined : form.formError(...fields)}</FieldError>
);
