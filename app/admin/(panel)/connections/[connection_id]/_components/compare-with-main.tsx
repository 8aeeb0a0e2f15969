"use client";

import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Button, buttonClass } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { formatMoney } from "@/components/ui/money";
import { Select } from "@/components/ui/select";
import type { MainComparison } from "@/lib/interconnect/agent/account/schema";

type ComparePeriod = { label: string; from: string; to: string };

/** Our purchases of a period beside what the main site counts. */
type CompareProps = {
  id: number;
  periods: readonly ComparePeriod[];
  currency: string | null;
  mayCompare: boolean;
};

export function CompareWithMain({ id, periods, currency, mayCompare }: CompareProps) {
  const t = useTranslations("admin-trade.connection");
  const [chosen, setChosen] = useState(0);
  const [report, setReport] = useState<MainComparison | null>(null);
  const path = `/admin/interconnect/connections/${id}`;
  const { submit, pending, formError } = useWrite<MainComparison>({ path: `${path}/comparison` }, setReport);
  const period = periods[chosen];
  if (!period) return null;
  const { from, to } = period;
  return (
    <div className="flex flex-col gap-3">
      <Field label={t("comparePeriod")}>
        <Select
          value={String(chosen)}
          onChange={({ target }) => {
            setChosen(Number(target.value));
            setReport(null);
          }}
        >
          {periods.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-2">
        {mayCompare ? (
          <Button variant="secondary" size="sm" loading={pending} onClick={() => submit({ from, to })}>
            {t("compareNow")}
          </Button>
        ) : null}
        <a
          href={`/api/v1${path}/books?${new URLSearchParams({ from, to })}`}
          download
          className={buttonClass("secondary", "sm")}
        >
          <Download aria-hidden />
          {t("books")}
        </a>
      </div>
      <FieldError>{formError()}</FieldError>
      <div aria-live="polite">{report ? <Report report={report} currency={currency} /> : null}</div>
    </div>
  );
}

type ReportProps = { report: MainComparison; currency: string | null };

function Report({ report: { orders, matched, mismatches }, currency }: ReportProps) {
  const locale = useLocale();
  const sum = (value: string | null) =>
    value === null ? "–" : currency === null ? value : formatMoney(value, currency, locale);
  const t = useTranslations("admin-trade.connection");
  return (
    <>
      <p className={mismatches.length === 0 ? "font-medium text-ok text-sm" : "text-sm"}>
        {mismatches.length === 0 ? t("compareAgrees") : t("compareFacts", { matched, orders })}
      </p>
      <ul className="mt-2 grid max-h-96 gap-2 overflow-y-auto text-sm">
        {mismatches.map((row) => (
          <li key={`${row.kind}:${row.downstream_order_no}`} className="min-w-0">
            <span className="font-medium">{t(`compareKinds.${row.kind}`)}</span>
            <code className="block break-all font-mono text-ink-muted text-xs">
              {row.downstream_order_no}
              {row.upstream_order_no ? ` · ${row.upstream_order_no}` : ""}
            </code>
            <span className="tabular text-ink-faint text-xs">
              {t("compareSums", { ours: sum(row.ours), theirs: sum(row.theirs) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
