import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import type { loginLog } from "@/lib/accounts/schema";
import { nameDevice } from "@/lib/core/formats/name-device";

const reasons = ["wrong_password", "disabled", "wrong_code", "too_many_tries"] as const;

export function LoginsPanel({ logins }: { logins: readonly z.infer<typeof loginLog>[] }) {
  const t = useTranslations("admin.security");
  return (
    <Panel title={t("logins")} description={t("loginsText")}>
      <ul className="divide-y divide-line">
        {logins.map((entry) => {
          const reason = reasons.find((known) => known === entry.reason);
          const isDone = entry.result === "success";
          return (
            <li
              key={entry.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm first:pt-0 last:pb-0"
            >
              <span className="min-w-44 shrink-0 whitespace-nowrap text-ink-muted">
                <DateTime value={entry.created_at} />
              </span>
              <span className="min-w-0 flex-1 truncate" title={entry.user_agent}>
                {nameDevice(entry.user_agent) ?? t("unknownDevice")} ·{" "}
                <span className="font-mono text-xs">{entry.ip}</span>
              </span>
              <StateBadge state={isDone ? "active" : "failed"}>
                {isDone ? t("loginDone") : reason ? t(`reason.${reason}`) : t("loginFailed")}
              </StateBadge>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
