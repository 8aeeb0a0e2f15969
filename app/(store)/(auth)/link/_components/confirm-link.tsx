"use client";

import { useTranslations } from "next-intl";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { AuthCard } from "@/components/store/auth/auth-card";
import { enter } from "@/components/store/auth/enter";
import { type OwnerProof, OwnerProofForm } from "@/components/store/auth/owner-proof-form";
import { FieldError } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { ScriptButton } from "@/components/ui/script-form";

type ConfirmLinkProps = {
  token: string;
  name: string;
  label: string;
  email: string;
  next: string;
  /** `none`: this session was opened since the provider spoke. */
  proof: "none" | "password" | "impossible";
  hasSecondFactor: boolean;
};

/** Asks whoever is logged in whether the provider is to open their account from now on. */
export function ConfirmLink(props: ConfirmLinkProps) {
  const { token, name, label, email, next, proof, hasSecondFactor } = props;
  const t = useTranslations("auth.link");
  const problems = useTranslations("auth.login.problems");
  const texts = { "409": problems("taken", { name }), "40906": problems("taken", { name }) };
  const link = async (given: Partial<OwnerProof> = {}) => {
    await api("/me/identities", { body: { introduction_token: token, ...given } });
    await enter(next);
  };
  const { submit, pending, formError } = useSubmit(() => link(), texts);
  return (
    <AuthCard
      title={t("title", { name })}
      lead={proof === "impossible" ? t("setPassword", { name }) : t("confirmText", { name, label, email })}
      footer={
        <Link href={next} className="text-pine hover:underline">
          {t("later")}
        </Link>
      }
    >
      {proof === "none" ? (
        <div className="flex flex-col gap-4">
          <FieldError>{formError()}</FieldError>
          <ScriptButton size="lg" loading={pending} onClick={() => submit()}>
            {t("confirm", { name })}
          </ScriptButton>
        </div>
      ) : null}
      {proof === "password" ? (
        <>
          <p className="mb-4 text-sm">{t("proof")}</p>
          <OwnerProofForm
            submitLabel={t("confirm", { name })}
            hasSecondFactor={hasSecondFactor}
            errorTexts={texts}
            onSubmit={link}
          />
        </>
      ) : null}
    </AuthCard>
  );
}
