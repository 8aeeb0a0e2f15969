"use client";

import { Check } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Select } from "@/components/ui/select";
import type { CurrentUser } from "@/lib/accounts/schema";
import { type Locale, languageTag, localeName } from "@/messages/locales";

type ProfileFormProps = {
  user: CurrentUser;
  /** Languages that the shop offers, and the one that was chosen. */
  languages: readonly Locale[];
};

export function ProfileForm({ user, languages }: ProfileFormProps) {
  const t = useTranslations();
  const router = useRouter();
  const [values, setValues] = useState({
    nickname: user.nickname,
    avatar: user.avatar ?? "",
    locale: user.locale,
  });
  const [saved, setSaved] = useState(false);
  const set = (change: Partial<typeof values>) => {
    setSaved(false);
    setValues((before) => ({ ...before, ...change }));
  };
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    await api("/me/profile", { method: "PUT", body: { ...values, avatar: values.avatar.trim() || null } });
    setSaved(true);
    router.refresh();
  });

  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field label={t("account.profile.nickname")} required error={fieldError("nickname")}>
        <Input
          autoComplete="nickname"
          maxLength={40}
          value={values.nickname}
          onChange={(event) => set({ nickname: event.target.value })}
        />
      </Field>
      <Field
        label={t("account.profile.avatar")}
        optional={t("common.optional")}
        hint={t("account.profile.avatarHint")}
        error={fieldError("avatar")}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          value={values.avatar}
          onChange={(event) => set({ avatar: event.target.value })}
        />
      </Field>
      <Field label={t("account.profile.language")} error={fieldError("locale")}>
        <Select value={values.locale} onChange={(event) => set({ locale: event.target.value })}>
          {languages.map((locale) => (
            <option key={locale} value={locale} lang={languageTag[locale]}>
              {localeName(locale)}
            </option>
          ))}
        </Select>
      </Field>
      <FieldError>{formError("nickname", "avatar", "locale")}</FieldError>
      <div className="flex items-center gap-3">
        <SubmitButton loading={pending}>{t("common.save")}</SubmitButton>
        <span role="status" className="inline-flex items-center gap-1.5 text-ok text-sm">
          {saved ? (
            <>
              <Check className="size-4" aria-hidden />
              {t("common.saved")}
            </>
          ) : null}
        </span>
      </div>
    </ScriptForm>
  );
}
