"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Problem } from "@/components/admin/later-problem";
import { useApi } from "@/components/admin/use-api";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { SkeletonList } from "@/components/ui/skeleton";
import type { callbackDetail } from "@/lib/interconnect/main/admin/log-schema";
import { isTaken } from "./callback-state";
import { SentMessage } from "./sent-message";

type Detail = z.infer<typeof callbackDetail>;

type AttemptListProps = { id: number; attempts: number; mayReveal: boolean };

export function AttemptList({ id, attempts, mayReveal }: AttemptListProps) {
  const t = useTranslations("admin-trade.callbacks");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        {t("attempts")} ({attempts})
      </Button>
      <Sheet open={open} onOpenChange={setOpen}>
        <SheetContent title={t("attempts")} className="w-[min(38rem,94vw)]">
          <Attempts id={id} mayReveal={mayReveal} />
        </SheetContent>
      </Sheet>
    </>
  );
}

function Attempts({ id, mayReveal }: { id: number; mayReveal: boolean }) {
  const t = useTranslations("admin-trade.callbacks");
  const log = useTranslations("admin-trade.log");
  const common = useTranslations("common");
  const { data, error, mutate } = useApi<Detail>(`/admin/interconnect/callbacks/${id}`, {
    refreshInterval: 3_000,
  });
  if (error)
    return <ErrorState message={error.sentence} requestId={error.requestId} onRetry={() => mutate()} />;
  if (!data) return <SkeletonList label={common("loading")} />;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <SentMessage detail={data} mayReveal={mayReveal} />
      <h3 className="font-semibold text-sm">{t("attempts")}</h3>
      {data.attempt_rows.length === 0 ? <p className="text-ink-muted">{t("attemptsNone")}</p> : null}
      <ol className="flex flex-col gap-3">
        {data.attempt_rows.map((attempt) => (
          <li key={attempt.attempt_no} className="rounded-md border border-line p-3">
            <p className="flex flex-wrap items-baseline justify-between gap-2">
              <span className="font-medium">{t("attempt", { no: attempt.attempt_no })}</span>
              <DateTime value={attempt.created_at} style="exact" className="text-ink-faint text-xs" />
            </p>
            <p className="tabular mt-1 text-xs">
              <span className={isTaken(attempt) ? "text-ok" : "text-danger"}>
                {attempt.http_status === null ? t("noAnswer") : `HTTP ${attempt.http_status}`}
              </span>
              {attempt.latency_ms === null ? "" : ` · ${log("ms", { ms: attempt.latency_ms })}`}
            </p>
            <p className="mt-1 break-all font-mono text-ink-faint text-xs">X-Site-Nonce: {attempt.nonce}</p>
            {attempt.error ? (
              <Problem told={attempt.error_rule} className="mt-1 block break-words text-ink-muted text-xs" />
            ) : null}
            {attempt.answer ? (
              <pre
                title={t("answer")}
                className="mt-2 max-h-40 overflow-auto whitespace-pre-wrap break-all rounded-sm bg-sunken p-2 font-mono text-xs"
              >
                {attempt.answer}
              </pre>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
