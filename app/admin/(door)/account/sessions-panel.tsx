"use client";

import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { ActButton } from "@/components/admin/form/act-button";
import { Panel } from "@/components/admin/page-frame";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import type { session } from "@/lib/accounts/schema";
import { nameDevice } from "@/lib/core/name-device";

export function SessionsPanel({ sessions }: { sessions: readonly z.infer<typeof session>[] }) {
  const t = useTranslations("admin.security");
  return (
    <Panel
      title={t("sessions")}
      description={t("sessionsText")}
      actions={
        sessions.length > 1 ? (
          <ActButton write={{ path: "/admin/session/sessions", method: "DELETE", success: t("ended") }}>
            {t("endOthers")}
          </ActButton>
        ) : null
      }
    >
      <ul className="divide-y divide-line">
        {sessions.map((entry) => (
          <li key={entry.id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
            <MonitorSmartphone className="size-5 shrink-0 text-ink-faint" aria-hidden />
            <div className="min-w-0 flex-1 text-sm">
              <p className="flex flex-wrap items-center gap-2 font-medium" title={entry.user_agent}>
                {nameDevice(entry.user_agent) ?? t("unknownDevice")}
                {entry.is_current ? <Badge tone="pine">{t("thisOne")}</Badge> : null}
              </p>
              <p className="break-words text-ink-faint text-xs">
                <span className="font-mono">{entry.ip}</span> · <DateTime value={entry.last_seen_at} />
              </p>
            </div>
            {entry.is_current ? null : (
              <ActButton
                write={{
                  path: `/admin/session/sessions/${entry.id}`,
                  method: "DELETE",
                  success: t("ended"),
                }}
              >
                {t("end")}
              </ActButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
