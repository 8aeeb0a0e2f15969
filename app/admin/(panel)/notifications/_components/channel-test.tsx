"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { sayTold, type Told } from "@/messages/say-to-staff";

type Outcome = { sent: boolean; problem_rule: Told | null; latency_ms: number };

/** Sends one message now, and says in the service's own words what was wrong. */
export function ChannelTest({ id }: { id: number }) {
  const t = useTranslations("admin-notify");
  const locale = useLocale();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { submit, pending, formError } = useWrite<Outcome>(
    { path: `/admin/notification-channels/${id}/test` },
    setOutcome,
  );
  const problem = formError() ?? (outcome?.problem_rule ? sayTold(outcome.problem_rule, locale) : null);
  return (
    <span className="inline-flex max-w-full flex-col items-end gap-1" aria-live="polite">
      <Button variant="secondary" size="sm" loading={pending} onClick={() => submit()}>
        {t("test")}
      </Button>
      {problem ? (
        <span className="flex max-w-56 items-start gap-1 text-left text-danger text-xs">
          <CircleX className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">{problem}</span>
        </span>
      ) : outcome ? (
        <span className="flex items-center gap-1 text-ok text-xs">
          <CircleCheck className="size-3.5 shrink-0" aria-hidden />
          {t("testSent", { ms: outcome.latency_ms })}
        </span>
      ) : null}
    </span>
  );
}
