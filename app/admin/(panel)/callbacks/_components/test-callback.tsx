"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { PingReport } from "@/lib/interconnect/main/ping-schema";
import { sayTold } from "@/messages/say-to-staff";

/** One signed callback that is about no order. */
export function TestCallback({ siteId }: { siteId: number }) {
  const t = useTranslations("admin-trade.site");
  const locale = useLocale();
  const callbacks = useTranslations("admin-trade.callbacks");
  const { submit, pending, formError } = useWrite<PingReport>(
    { path: `/admin/interconnect/sites/${siteId}/ping` },
    ({ verdict, http_status, latency_ms, message_rule }) => {
      const facts =
        http_status === null
          ? sayTold(message_rule, locale)
          : t("pingFacts", { status: http_status, ms: latency_ms ?? 0 });
      const show = verdict === "ok" || verdict === "no_ping" ? toast.success : toast.error;
      show(`${t(`pingVerdicts.${verdict}`)} · ${facts}`);
    },
  );
  const problem = formError();
  useEffect(() => {
    if (problem) toast.error(problem);
  }, [problem]);
  return (
    <Button variant="ghost" size="sm" loading={pending} aria-label={t("ping")} onClick={() => submit()}>
      {callbacks("testSent")}
    </Button>
  );
}
