"use client";

import { useTranslations } from "next-intl";
import type { LoginProvider } from "@/lib/accounts/identities/schema";
import { ProviderButton } from "./provider-button";

/** Stands between a form and the other ways. */
export function OrLine() {
  const t = useTranslations("auth.login");
  return (
    <p className="mb-1 flex items-center gap-3 text-ink-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("or")}
    </p>
  );
}

type ProviderListProps = { providers: readonly LoginProvider[]; next: string };

/** A button for each log-in provider of the shop. */
export function ProviderList({ providers, next }: ProviderListProps) {
  const t = useTranslations("auth.login");
  return providers.map((provider) => {
    const { key, name } = provider;
    return (
      <ProviderButton
        key={key}
        provider={provider}
        next={next}
        label={t("with", { name })}
        away={t("problems.away", { name })}
      />
    );
  });
}
