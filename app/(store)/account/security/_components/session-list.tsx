"use client";

import { MonitorSmartphone } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import type { session } from "@/lib/accounts/schema";
import { nameDevice } from "@/lib/core/name-device";

export function SessionList({ sessions }: { sessions: readonly z.infer<typeof session>[] }) {
  const t = useTranslations("account.security");
  const router = useRouter();
  const errorText = useErrorText();
  async function end(path: string) {
    await api(path, { method: "DELETE" });
    router.refresh();
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map((entry) => (
          <li key={entry.id} className="flex items-center gap-3.5 py-3 first:pt-0">
            <MonitorSmartphone className="size-5 shrink-0 text-ink-faint" aria-hidden />
            <div className="min-w-0 flex-1 text-sm">
              <p className="flex flex-wrap items-center gap-2 font-medium" title={entry.user_agent}>
                {nameDevice(entry.user_agent) ?? t("unknownDevice")}
                {entry.is_current ? <Badge tone="pine">{t("current")}</Badge> : null}
              </p>
              <p className="break-words text-ink-faint text-xs">
                <span className="font-mono">{entry.ip}</span> · {t("lastSeen")}{" "}
                <DateTime value={entry.last_seen_at} />
              </p>
            </div>
            {entry.is_current ? null : (
              <ConfirmDialog
                trigger={
                  <Button variant="secondary" size="sm">
                    {t("end")}
                  </Button>
                }
                title={t("endTitle")}
                description={t("endText")}
                confirmLabel={t("end")}
                onConfirm={() => end(`/me/sessions/${entry.id}`)}
                errorText={errorText}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <ConfirmDialog
          trigger={
            <Button variant="secondary" size="sm" className="mt-3">
              {t("endOthers")}
            </Button>
          }
          title={t("endOthersTitle")}
          description={t("endOthersText")}
          confirmLabel={t("endOthers")}
          onConfirm={() => end("/me/sessions")}
          errorText={errorText}
        />
      ) : null}
    </>
  );
}
