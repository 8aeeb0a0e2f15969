import { getTranslations } from "next-intl/server";
import { LoginIcon } from "@/components/store/auth/login-icon";
import { ProviderButton } from "@/components/store/auth/provider-button";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { DateTime } from "@/components/ui/date-time";
import type { LinkedIdentity, LoginProvider } from "@/lib/accounts/identities/schema";
import { UnlinkLogin } from "./unlink-login";

type LoginPanelProps = {
  identities: readonly LinkedIdentity[];
  /** Providers of the shop. */
  offered: readonly LoginProvider[];
  hasPassword: boolean;
  hasSecondFactor: boolean;
};

/** Log-in providers that open the account, and those that could. A shop without any shows nothing. */
export async function LoginPanel({ identities, offered, hasPassword, hasSecondFactor }: LoginPanelProps) {
  if (identities.length === 0 && offered.length === 0) return null;
  const t = await getTranslations("account.security.logins");
  const others = offered.filter(({ key }) => !identities.some(({ provider }) => provider.key === key));
  return (
    <Card>
      <CardHeader title={t("title")} description={t("text")} />
      <CardBody className="flex flex-col gap-4">
        {identities.length > 0 ? (
          <ul className="divide-y divide-line">
            {identities.map((identity) => (
              <li key={identity.id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
                <LoginIcon provider={identity.provider} />
                <div className="min-w-0 flex-1 text-sm">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    <span className="min-w-0 break-words">{identity.provider.name}</span>
                    {identity.is_open ? null : <Badge>{t("off")}</Badge>}
                  </p>
                  <p className="break-words text-ink-faint text-xs">
                    {identity.label} · {t("made")} <DateTime value={identity.created_at} style="date" /> ·{" "}
                    {identity.last_used_at ? (
                      <>
                        {t("used")} <DateTime value={identity.last_used_at} style="ago" />
                      </>
                    ) : (
                      t("unused")
                    )}
                  </p>
                </div>
                <UnlinkLogin
                  identity={identity}
                  hasPassword={hasPassword}
                  hasSecondFactor={hasSecondFactor}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {others.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {others.map((provider) => (
              <ProviderButton
                key={provider.key}
                provider={provider}
                next="/account/security"
                label={t("link", { name: provider.name })}
                away={t("away", { name: provider.name })}
                size="md"
              />
            ))}
          </div>
        ) : null}
      </CardBody>
    </Card>
  );
}
