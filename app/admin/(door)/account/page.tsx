import { ChevronLeft } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { TotpPanel } from "@/components/store/auth/totp-panel";
import { ClientMessages } from "@/components/store/client-messages";
import { Link } from "@/components/ui/link";
import { getStaffSession } from "@/lib/accounts/staff/admin-queries";
import { listStaffLogins, listStaffSessions } from "@/lib/accounts/staff/sessions/own-sessions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSettings } from "@/lib/settings/queries";
import { LoginsPanel } from "./logins-panel";
import { PasswordPanel } from "./password-panel";
import { SessionsPanel } from "./sessions-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin.security"))("title") };
}

export default async function AccountPage() {
  const actor = await requirePageAdmin("/admin/account");
  const [session, { sessions }, { login_logs: logins }, { staffSecondFactor }, t, shared] = await Promise.all(
    [
      getStaffSession(actor),
      listStaffSessions(actor),
      listStaffLogins(actor, { page: 1, per_page: 20 }),
      getSettings(),
      getTranslations("admin.security"),
      getTranslations("account.security"),
    ],
  );
  const mustChange = session.must_change_password;
  const mustAdd = !mustChange && session.must_add_second_factor;
  const isFree = !mustChange && !mustAdd;
  return (
    <ClientMessages areas={["admin.security", "account.security"]}>
      <div className="flex w-full max-w-lg flex-col gap-4 self-start">
        <div>
          {isFree ? (
            <Link
              href="/admin"
              className="-ml-1 mb-1 inline-flex items-center gap-0.5 rounded-sm text-ink-muted text-xs hover:text-ink"
            >
              <ChevronLeft className="size-3.5" aria-hidden />
              {t("back")}
            </Link>
          ) : null}
          <h1 className="text-xl">
            {mustChange ? t("firstTitle") : mustAdd ? t("mustAddTitle") : t("title")}
          </h1>
          <p className="mt-1 text-ink-muted text-sm">
            {mustChange ? t("firstText") : mustAdd ? t("mustAddText") : `${session.name} · ${session.email}`}
          </p>
        </div>
        {mustAdd ? null : <PasswordPanel isFirst={mustChange} minLength={session.min_password_length} />}
        {mustChange ? null : (
          <Panel
            title={t("totp")}
            description={
              session.totp_enabled
                ? [
                    shared("totpOn", { count: session.recovery_codes_left }),
                    staffSecondFactor ? t("demanded") : "",
                  ]
                    .join(" ")
                    .trim()
                : t("totpText")
            }
            actions={
              <StateBadge state={session.totp_enabled ? "active" : "draft"}>
                {session.totp_enabled ? t("on") : t("off")}
              </StateBadge>
            }
          >
            <TotpPanel
              path="/admin/session/totp"
              isEnabled={session.totp_enabled}
              mayDisable={!staffSecondFactor}
              takesRecoveryCode={false}
            />
          </Panel>
        )}
        {isFree ? <SessionsPanel sessions={sessions} /> : null}
        {isFree ? (
          <Panel title={t("tokens")} description={t("tokensText")}>
            <Link href="/admin/tokens" className="text-pine text-sm hover:underline">
              {t("tokensOpen")}
            </Link>
          </Panel>
        ) : null}
        {isFree ? <LoginsPanel logins={logins} /> : null}
      </div>
    </ClientMessages>
  );
}
