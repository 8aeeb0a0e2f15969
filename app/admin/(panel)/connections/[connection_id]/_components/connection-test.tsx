"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { useWrite } from "@/components/admin/form/use-write";
import { Problem } from "@/components/admin/later-problem";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import type { connectionTest } from "@/lib/interconnect/agent/admin/schema";

type Test = z.infer<typeof connectionTest>;

export function ConnectionTest({ id }: { id: number }) {
  const t = useTranslations("admin-trade.connection");
  const [test, setTest] = useState<Test | null>(null);
  const { submit, pending, formError } = useWrite<Test>(
    { path: `/admin/interconnect/connections/${id}/test` },
    setTest,
  );
  const isOk = test?.verdict === "ok";
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <Button variant="secondary" size="sm" className="self-start" loading={pending} onClick={() => submit()}>
        {t("test")}
      </Button>
      <FieldError>{formError()}</FieldError>
      {test ? (
        <div className="flex gap-2.5 text-sm">
          {isOk ? (
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
          ) : (
            <CircleX className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
          )}
          <div className="min-w-0">
            <p className={isOk ? "font-medium text-ok" : "font-medium text-danger"}>
              {t(`verdicts.${test.verdict}`)}
            </p>
            <Problem told={test.message_rule} className="block break-words text-ink-muted" />
            <p className="tabular mt-1 text-ink-faint text-xs">
              {t("testFacts", {
                ms: test.latency_ms,
                offset: test.clock_offset_seconds === null ? "none" : String(test.clock_offset_seconds),
                products: test.products === null ? "none" : String(test.products),
              })}
            </p>
          </div>
        </div>
      ) : null}
    </div>
  );
}
