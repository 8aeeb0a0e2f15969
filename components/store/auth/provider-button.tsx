"use client";

import { useSubmit } from "@/components/api/use-submit";
import { FieldError } from "@/components/ui/field";
import { ScriptButton } from "@/components/ui/script-form";
import type { LoginProvider } from "@/lib/accounts/identities/schema";
import { LoginIcon } from "./login-icon";
import { goToProvider } from "./session";

type ProviderButtonProps = {
  provider: LoginProvider;
  /** Page of the shop to come back to. */
  next: string;
  label: string;
  /** Says that the provider does not answer. */
  away: string;
  size?: "md" | "lg";
};

export function ProviderButton({ provider, next, label, away, size = "lg" }: ProviderButtonProps) {
  const { submit, pending, formError } = useSubmit(async () => {
    await goToProvider(provider.key, next, away);
  });
  return (
    <>
      <FieldError>{formError()}</FieldError>
      <ScriptButton
        variant="secondary"
        size={size}
        className="min-w-0"
        loading={pending}
        onClick={() => submit()}
      >
        <LoginIcon provider={provider} />
        <span className="min-w-0 truncate" title={label}>
          {label}
        </span>
      </ScriptButton>
    </>
  );
}
