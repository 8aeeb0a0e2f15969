"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { ActButton } from "@/components/admin/form/act-button";
import { Panel } from "@/components/admin/page-frame";
import { SessionRow } from "@/components/ui/session-row";
import type { session } from "@/lib/accounts/schema";
import { nameDevice } from "@/lib/core/formats/name-device";

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
          <SessionRow
            key={entry.id}
            session={entry}
            device={nameDevice(entry.user_agent) ?? t("unknownDevice")}
            current={entry.is_current ? t("thisOne") : null}
          >
            <ActButton
              write={{
                path: `/admin/session/sessions/${entry.id}`,
                method: "DELETE",
                success: t("ended"),
              }}
            >
              {t("end")}
            </ActButton>
          </SessionRow>
        ))}
      </ul>
    </Panel>
  );
}
