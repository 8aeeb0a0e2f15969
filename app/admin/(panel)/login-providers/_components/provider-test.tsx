"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { sayTold, type Told } from "@/messages/say-to-staff";

type Outcome = { answers: boolean; problem_rule: Told | null };

/** Asks the provider now what it says of itself, and says what was wrong. */
export function ProviderTest({ id }: { id: number }) {
  const t = useTranslations("admin-people.loginProviders");
  const locale = useLocale();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { submit, pending, formError } = useWrite<Outcome>(
    { path: `/admin/login-providers/${id}/test` },
    setOutcome,
  );
  const problem = formError() ?? (outcome?.problem_rule ? sayTold(outcome.problem_rule, locale) : null);
  return (
    <span className="inline-flex max-w-full flex-wrap items-center justify-end gap-x-2" aria-live="polite">
      {problem ? <span className="max-w-56 break-words text-left text-danger text-xs">{problem}</span> : null}
      {!problem && outcome ? <span className="text-ok text-xs">{t("testAnswers")}</span> : null}
      <Button variant="ghost" size="sm" loading={pending} onClick={() => submit()}>
        {t("test")}
      </Button>
    </span>
  );
}
