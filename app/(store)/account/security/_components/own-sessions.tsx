"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { type OpenSession, SessionList } from "@/components/ui/session-list";
import { nameDevice } from "@/lib/core/formats/name-device";

export function OwnSessions({ sessions }: { sessions: readonly OpenSession[] }) {
  const t = useTranslations("account.security");
  const router = useRouter();
  const errorText = useErrorText();
  async function end(path: string) {
    await api(path, { method: "DELETE" });
    router.refresh();
  }
  return (
    <>
      <SessionList
        sessions={sessions}
        nameOf={nameDevice}
        texts={{ unknownDevice: t("unknownDevice"), current: t("current"), lastSeen: t("lastSeen") }}
        end={({ id }) => (
          <ConfirmDialog
            trigger={
              <Button variant="secondary" size="sm">
                {t("end")}
              </Button>
            }
            title={t("endTitle")}
            description={t("endText")}
            confirmLabel={t("end")}
            onConfirm={() => end(`/me/sessions/${id}`)}
            errorText={errorText}
          />
        )}
      />
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
