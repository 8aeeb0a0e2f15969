"use client";

import { AlarmClock, AlarmClockOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { LaterMenu } from "@/components/admin/form/later-menu";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import type { CaseDetail } from "@/lib/reports/case-schema";

type CaseOwnerProps = Pick<CaseDetail, "order_no" | "owner" | "wait_until" | "colleagues"> & {
  staffId: number;
};

/** Gives a case to somebody, or puts it off. */
export function CaseOwner({ order_no, owner, wait_until, colleagues, staffId }: CaseOwnerProps) {
  const t = useTranslations("admin-sell.order.case");
  const path = `/admin/cases/${order_no}/mark`;
  const { submit, pending, formError } = useWrite({ path });
  const problem = formError();
  useEffect(() => {
    if (problem) toast.error(problem);
  }, [problem]);
  const nameOf = (id: number | null) => colleagues.find((one) => one.id === id)?.name ?? owner?.name;

  function give(id: number | null) {
    const name = nameOf(id);
    void submit(
      { owner_id: id },
      {
        success: id === null || name === undefined ? t("givenBack") : t("given", { name }),
        undo: { path, body: { owner_id: owner?.id ?? null } },
      },
    );
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {wait_until ? (
        <span className="text-ink-muted text-xs">
          {t.rich("waits", { at: () => <DateTime value={wait_until} /> })}
        </span>
      ) : null}
      <Select
        aria-label={t("owner")}
        className="min-w-36 max-w-56"
        disabled={pending}
        value={owner === null ? "" : String(owner.id)}
        onChange={({ target }) => give(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{t("nobody")}</option>
        {/* Somebody who has left, or may not write orders any more, still has it. */}
        {owner && !colleagues.some(({ id }) => id === owner.id) ? (
          <option value={owner.id}>{owner.name}</option>
        ) : null}
        {colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === staffId ? t("me", { name }) : name}
          </option>
        ))}
      </Select>
      {wait_until ? (
        <Button
          variant="secondary"
          size="sm"
          disabled={pending}
          onClick={() => submit({ wait_until: null }, { success: t("woken") })}
        >
          <AlarmClockOff aria-hidden />
          {t("wake")}
        </Button>
      ) : (
        <LaterMenu
          trigger={
            <Button variant="secondary" size="sm" disabled={pending}>
              <AlarmClock aria-hidden />
              {t("wait")}
            </Button>
          }
          onChoose={(until) =>
            void submit(
              { wait_until: until },
              { success: t("waiting"), undo: { path, body: { wait_until: null } } },
            )
          }
        />
      )}
    </div>
  );
}
