"use client";

import { useTranslations } from "next-intl";
import { ActButton } from "@/components/admin/form/act-button";
import { Panel } from "@/components/admin/page-frame";
import { type OpenSession, SessionList } from "@/components/ui/session-list";
import { nameDevice } from "@/lib/core/formats/name-device";

export function SessionsPanel({ sessions }: { sessions: readonly OpenSession[] }) {
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
      <SessionList
        sessions={sessions}
        nameOf={nameDevice}
        texts={{ unknownDevice: t("unknownDevice"), current: t("thisOne") }}
        end={({ id }) => (
          <ActButton write={{ path: `/admin/session/sessions/${id}`, method: "DELETE", success: t("ended") }}>
            {t("end")}
          </ActButton>
        )}
      />
    </Panel>
  );
}
