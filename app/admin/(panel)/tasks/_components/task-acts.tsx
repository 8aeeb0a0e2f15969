"use client";

import { AlarmClock, AlarmClockOff, Check, UserRoundCheck, UserRoundX } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { useEffect } from "react";
import { LaterMenu, morning } from "@/components/admin/form/later-menu";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

type TaskActsProps = {
  taskKey: string;
  isMine: boolean;
  isSnoozed: boolean;
  /** Id of an alert that the reader may call done. */
  alertId: number | null;
};

export function TaskActs({ taskKey, isMine, isSnoozed, alertId }: TaskActsProps) {
  const t = useTranslations("admin-system.tasks");
  const zone = useTimeZone() ?? "UTC";
  const mark = useWrite({ path: "/admin/tasks/mark" });
  const resolve = useWrite({
    path: `/admin/alerts/${alertId}/resolve`,
    success: t("resolved"),
    undo: { path: `/admin/alerts/${alertId}/reopen` },
  });
  const problem = mark.formError() ?? resolve.formError();
  useEffect(() => {
    if (problem) toast.error(problem);
  }, [problem]);

  const set = (changes: Record<string, unknown>, success: string, undo: Record<string, unknown>) =>
    mark.submit(
      { key: taskKey, ...changes },
      { success, undo: { path: "/admin/tasks/mark", body: { key: taskKey, ...undo } } },
    );
  const isBusy = mark.pending || resolve.pending;
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        disabled={isBusy}
        aria-label={isMine ? t("giveBack") : t("take")}
        title={isMine ? t("giveBack") : t("take")}
        onClick={() => set({ mine: !isMine }, isMine ? t("givenBack") : t("taken"), { mine: isMine })}
      >
        {isMine ? <UserRoundX aria-hidden /> : <UserRoundCheck aria-hidden />}
      </Button>
      {isSnoozed ? (
        <Button
          variant="ghost"
          size="icon-sm"
          disabled={isBusy}
          aria-label={t("wake")}
          title={t("wake")}
          onClick={() => set({ snooze_until: null }, t("woken"), { snooze_until: morning(1, zone) })}
        >
          <AlarmClockOff aria-hidden />
        </Button>
      ) : (
        <LaterMenu
          trigger={
            <Button
              variant="ghost"
              size="icon-sm"
              disabled={isBusy}
              aria-label={t("snooze")}
              title={t("snooze")}
            >
              <AlarmClock aria-hidden />
            </Button>
          }
          onChoose={(until) => set({ snooze_until: until }, t("snoozedDone"), { snooze_until: null })}
        />
      )}
      {alertId === null ? null : (
        <Button
          variant="ghost"
          size="icon-sm"
          disabled={isBusy}
          aria-label={t("resolve")}
          title={t("resolve")}
          onClick={() => resolve.submit()}
        >
          <Check aria-hidden />
        </Button>
      )}
    </>
  );
}
