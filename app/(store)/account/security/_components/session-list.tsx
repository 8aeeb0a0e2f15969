"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { SessionRow } from "@/components/ui/session-row";
import type { session } from "@/lib/accounts/schema";
import { nameDevice } from "@/lib/core/formats/name-device";

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
          <SessionRow
            key={entry.id}
            session={entry}
            device={nameDevice(entry.user_agent) ?? t("unknownDevice")}
            current={entry.is_current ? t("current") : null}
            lastSeen={t("lastSeen")}
          >
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
          </SessionRow>
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
