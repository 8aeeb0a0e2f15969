"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import type { PingReport } from "@/lib/interconnect/main/ping-schema";
import { sayTold } from "@/messages/say-to-staff";

/** Sends one signed callback that is about no order, and shows who answered. */
export function CallbackTest({ siteId }: { siteId: number }) {
  const t = useTranslations("admin-trade.site");
  const locale = useLocale();
  const [report, setReport] = useState<PingReport | null>(null);
  const { submit, pending, formError } = useWrite<PingReport>(
    { path: `/admin/interconnect/sites/${siteId}/ping` },
    setReport,
  );
  const isGood = report?.verdict === "ok" || report?.verdict === "no_ping";
  return (
    <div className="mt-4 flex flex-col gap-3 border-line border-t pt-3" aria-live="polite">
      <Button variant="secondary" size="sm" className="self-start" loading={pending} onClick={() => submit()}>
        {t("ping")}
      </Button>
      <FieldError>{formError()}</FieldError>
      {report ? (
        <div className="flex gap-2.5 text-sm">
          {isGood ? (
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
          ) : (
            <CircleX className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
          )}
          <div className="min-w-0">
            <p className={isGood ? "font-medium text-ok" : "font-medium text-danger"}>
              {t(`pingVerdicts.${report.verdict}`)}
            </p>
            <p className="tabular mt-1 text-ink-faint text-xs">
              {report.http_status === null
                ? sayTold(report.message_rule, locale)
                : t("pingFacts", { status: report.http_status, ms: report.latency_ms ?? 0 })}
            </p>
            {!isGood && report.answer ? (
              <pre className="mt-2 max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-2 text-xs">
                {report.answer}
              </pre>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
