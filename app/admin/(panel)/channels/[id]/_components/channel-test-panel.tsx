"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Problem } from "@/components/admin/later-problem";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { FieldError } from "@/components/ui/field";
import type { AdminChannelView, ChannelTest } from "@/lib/payments/channels/schema";

/** Each step with its sentence, so that it is clear what to fix. */
export function ChannelTestPanel({ channel }: { channel: AdminChannelView }) {
  const t = useTranslations("admin-money.channels");
  const [test, setTest] = useState<ChannelTest | null>(null);
  const { submit, pending, formError } = useWrite<ChannelTest>(
    { path: `/admin/payment-channels/${channel.id}/test` },
    setTest,
  );
  // Settings that were saved and never tried are tried at once: this panel is made anew with each save.
  const isNew = channel.is_active && channel.is_usable && channel.tested_at === null;
  const start = useEffectEvent(() => void submit());
  useEffect(() => {
    if (isNew) start();
  }, [isNew]);
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <Button variant="secondary" size="sm" className="self-start" loading={pending} onClick={() => submit()}>
        {t("test")}
      </Button>
      <FieldError>{formError()}</FieldError>
      {test === null && channel.tested_at && channel.test_passed !== null ? (
        <p className={`text-sm ${channel.test_passed ? "text-ok" : "text-danger"}`}>
          {channel.test_passed ? t("passed") : t("notPassed")}{" "}
          <DateTime value={channel.tested_at} style="ago" className="text-ink-faint text-xs" />
          {channel.test_problem ? (
            <Problem told={channel.test_problem_rule} className="mt-1 block break-words text-ink" />
          ) : null}
        </p>
      ) : null}
      {test ? (
        <>
          <p className={`font-medium text-sm ${test.passed ? "text-ok" : "text-danger"}`}>
            {test.passed ? t("passed") : t("notPassed")}
          </p>
          <ul className="flex flex-col gap-2 text-sm">
            {test.steps.map((step) => (
              <li key={step.name} className="flex gap-2">
                {step.passed ? (
                  <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
                ) : (
                  <CircleX className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
                )}
                <Problem told={step.message_rule} className="min-w-0 break-words" />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
