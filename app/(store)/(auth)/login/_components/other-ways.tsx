"use client";

import { OrLine, ProviderList } from "@/components/store/auth/provider-list";
import { useHasPasskeys } from "@/components/store/auth/use-has-passkeys";
import type { LoginProvider } from "@/lib/accounts/identities/schema";
import { PasskeyLogin } from "./passkey-login";

type OtherWaysProps = { passkeysAreLikely: boolean; providers: readonly LoginProvider[]; next: string };

/** Stands under the form where there is another way in than the password: a passkey where the browser has them, and providers. */
export function OtherWays({ passkeysAreLikely, providers, next }: OtherWaysProps) {
  const has = useHasPasskeys(passkeysAreLikely);
  if (!has && providers.length === 0) return null;
  return (
    <div className="mt-5 flex flex-col gap-3">
      <OrLine />
      {has ? <PasskeyLogin next={next} /> : null}
      <ProviderList providers={providers} next={next} />
    </div>
  );
}
