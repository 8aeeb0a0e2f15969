import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import type { userDetail } from "@/lib/accounts/staff/schema";

type User = z.infer<typeof userDetail>;

const rowClass = "border-line border-t px-4 py-2 text-xs first:border-t-0";

function From({ ip, agent }: { ip: string; agent: string }) {
  return (
    <span className="mt-1 block truncate text-ink-muted" title={agent}>
      <code className="font-mono">{ip}</code>
      {" · "}
      {agent}
    </span>
  );
}

/** From where somebody is logged in now, and who tried to log in lately. */
export async function LogIns({
  logins,
  sessions,
}: {
  logins: User["login_logs"];
  sessions: User["open_sessions"];
}) {
  const [t, reasons] = await Promise.all([
    getTranslations("admin-people.user"),
    getTranslations("admin.security.reason"),
  ]);
  return (
    <>
      {sessions.length > 0 ? (
        <Panel title={t("sessions")} flush>
          <ul className="max-h-96 overflow-y-auto border-line border-t">
            {sessions.map((session) => (
              <li key={session.id} className={rowClass}>
                <span className="flex items-center justify-between gap-3">
                  {t("lastSeen")}
                  <DateTime value={session.last_seen_at} style="ago" className="text-ink-faint" />
                </span>
                <From ip={session.ip} agent={session.user_agent} />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      <Panel title={t("logins")} flush>
        {logins.length === 0 ? (
          <p className="border-line border-t px-4 py-4 text-ink-faint text-sm">{t("loginsNone")}</p>
        ) : null}
        <ul className="max-h-96 overflow-y-auto border-line border-t empty:border-t-0">
          {logins.map((login) => (
            <li key={login.id} className={rowClass}>
              <span className="flex items-center justify-between gap-3">
                <StateBadge state={login.result === "success" ? "active" : "failed"}>
                  {login.result === "success"
                    ? t("success")
                    : reasons.has(login.reason as "disabled")
                      ? reasons(login.reason as "disabled")
                      : t("failed")}
                </StateBadge>
                <DateTime value={login.created_at} className="text-ink-faint" />
              </span>
              <From ip={login.ip} agent={login.user_agent} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
