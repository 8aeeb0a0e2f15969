import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { TotpPanel } from "@/components/store/auth/totp-panel";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { DateTime } from "@/components/ui/date-time";
import { Pagination } from "@/components/ui/pagination";
import { listIdentities } from "@/lib/accounts/identities/own-identities";
import { listPasskeys } from "@/lib/accounts/passkeys/own-passkeys";
import { getTotpStatus, listLoginLogs, listSessions } from "@/lib/accounts/queries";
import { nameDevice } from "@/lib/core/formats/name-device";
import { guessPasskeyPage } from "@/lib/http/caller/passkey-place";
import { requirePageUser } from "@/lib/http/caller/session";
import { toLocale } from "@/messages/locales";
import { readPage } from "../../read-page";
import { getLoginProviders } from "../../shop";
import { FirstPassword } from "./_components/first-password";
import { LoginPanel } from "./_components/login-panel";
import { OwnSessions } from "./_components/own-sessions";
import { PasskeyPanel } from "./_components/passkey-panel";
import { PasswordForm } from "./_components/password-form";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const reasons = [
  "wrong_password",
  "unknown_account",
  "disabled",
  "wrong_code",
  "passkey_refused",
  "passkey_copied",
  "refresh_reuse",
  "too_many_tries",
] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.security");
  return { title: t("title") };
}

export default async function SecurityPage({ searchParams }: Props) {
  const actor = await requirePageUser("/account/security");
  const page = readPage((await searchParams).page);
  const [t, totp, { passkeys }, logins, offered, { sessions }, log, asked] = await Promise.all([
    getTranslations("account.security"),
    getTotpStatus(actor),
    listPasskeys(actor),
    listIdentities(actor, toLocale(await getLocale())),
    getLoginProviders(),
    listSessions(actor),
    listLoginLogs(actor, { page, per_page: 10 }),
    headers(),
  ]);
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <h1 className="text-2xl">{t("title")}</h1>
      {logins.has_password ? (
        <Card>
          <CardHeader title={t("passwordTitle")} description={t("passwordText")} />
          <CardBody>
            <PasswordForm />
          </CardBody>
        </Card>
      ) : (
        <FirstPassword />
      )}
      <Card>
        <CardHeader
          title={t("totpTitle")}
          description={
            <span className="flex items-start gap-2">
              {totp.enabled ? (
                <ShieldCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
              ) : (
                <ShieldAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
              )}
              {totp.enabled ? t("totpOn", { count: totp.recovery_codes_left }) : t("totpOff")}
            </span>
          }
        />
        <CardBody>
          <TotpPanel path="/me/totp" isEnabled={totp.enabled} />
        </CardBody>
      </Card>
      <PasskeyPanel passkeys={passkeys} page={guessPasskeyPage(asked)} hasSecondFactor={totp.enabled} />
      <LoginPanel
        identities={logins.identities}
        offered={offered}
        hasPassword={logins.has_password}
        hasSecondFactor={totp.enabled}
      />
      <Card>
        <CardHeader title={t("sessionsTitle")} />
        <CardBody>
          <OwnSessions sessions={sessions} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t("logTitle")} />
        <CardBody>
          {log.login_logs.length === 0 ? <p className="text-ink-muted text-sm">{t("logEmpty")}</p> : null}
          <ul className="divide-y divide-line">
            {log.login_logs.map((entry) => {
              const reason = reasons.find((known) => known === entry.reason);
              return (
                <li
                  key={entry.id}
                  className="flex items-start justify-between gap-x-4 py-3 text-sm first:pt-0 last:pb-0"
                >
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2">
                      <Badge tone={entry.result === "success" ? "ok" : "danger"} dot>
                        {entry.result === "success" ? t("logSuccess") : t("logFailed")}
                      </Badge>
                      {entry.via ? (
                        <span className="min-w-0 break-words text-ink-muted">
                          {t("logVia", { name: entry.via })}
                        </span>
                      ) : null}
                      {entry.result === "failed" ? (
                        <span className="text-ink-muted">
                          {reason ? t(`reason.${reason}`) : entry.reason}
                        </span>
                      ) : null}
                    </p>
                    <p className="mt-1 break-words text-ink-faint text-xs" title={entry.user_agent}>
                      {nameDevice(entry.user_agent) ?? t("unknownDevice")} ·{" "}
                      <span className="font-mono">{entry.ip}</span>
                    </p>
                  </div>
                  <DateTime value={entry.created_at} className="shrink-0 text-ink-faint text-xs" />
                </li>
              );
            })}
          </ul>
          <Pagination
            className="mt-4"
            page={log.page}
            perPage={log.per_page}
            total={log.total}
            href={(number) => `/account/security?page=${number}`}
          />
        </CardBody>
      </Card>
    </div>
  );
}
