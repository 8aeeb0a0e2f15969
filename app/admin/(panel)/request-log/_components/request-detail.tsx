"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { z } from "zod";
import { OrderLink } from "@/components/admin/table/cells";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { requestRow } from "@/lib/interconnect/main/admin/log-schema";
import { sayTold } from "@/messages/say-to-staff";
import { causeOf } from "./cause";

type Row = z.infer<typeof requestRow>;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-line border-t py-2 first:border-t-0 sm:grid-cols-[8.5rem_1fr] sm:gap-3">
      <dt className="text-ink-muted text-xs sm:pt-0.5">{name}</dt>
      <dd className="min-w-0 break-words text-sm">{children}</dd>
    </div>
  );
}

const Code = ({ value }: { value: string }) => (
  <span className="flex items-center gap-1">
    <code className="min-w-0 break-all font-mono text-xs">{value}</code>
    <CopyButton value={value} size="icon-sm" variant="ghost" />
  </span>
);

/** The details of one call, and the advice for a refusal. */
export function RequestDetail({ row }: { row: Row }) {
  const t = useTranslations("admin-trade.log");
  const locale = useLocale();
  const cause = causeOf(row);
  const { details } = row;
  return (
    <div className="flex flex-col gap-4">
      {cause ? (
        <div className="rounded-md bg-danger-soft px-3.5 py-3 text-sm">
          <p className="font-medium text-danger">{t(`causes.${cause}.what`)}</p>
          <p className="mt-1 text-ink-muted">{t(`causes.${cause}.act`)}</p>
        </div>
      ) : null}
      <dl>
        <Fact name={t("columns.time")}>
          <DateTime value={row.created_at} style="exact" />
        </Fact>
        <Fact name={t("columns.call")}>
          <code className="break-all font-mono text-xs">
            {row.method} {row.path}
          </code>
        </Fact>
        <Fact name={t("detail.answer")}>
          {row.status_code === 0
            ? t("detail.answerAccepted", { http: row.http_status, ms: row.latency_ms })
            : t("detail.answerText", { http: row.http_status, code: row.status_code, ms: row.latency_ms })}
          {details?.message ? (
            <p className="text-ink-muted text-xs">
              {details.message_rule ? sayTold(details.message_rule, locale) : details.message}
            </p>
          ) : null}
        </Fact>
        <Fact name={t("columns.site")}>
          {row.site ? (
            <Link href={`/admin/sites/${row.site.id}`} className="hover:text-pine">
              {row.site.name}
            </Link>
          ) : (
            t("unknownKey")
          )}
        </Fact>
        {row.claimed_key ? (
          <Fact name="X-Site-Key">
            <Code value={row.claimed_key} />
          </Fact>
        ) : null}
        {details?.timestamp ? (
          <Fact name="X-Site-Timestamp">
            <code className="font-mono text-xs">{details.timestamp}</code>
            <p className="text-ink-muted text-xs">
              {t("detail.skew", {
                seconds: Math.round(Number(details.timestamp) - Date.parse(row.created_at) / 1000),
              })}
            </p>
          </Fact>
        ) : null}
        {details?.nonce ? (
          <Fact name="X-Site-Nonce">
            <Code value={details.nonce} />
          </Fact>
        ) : null}
        <Fact name="X-Site-Signature">{row.is_signature_valid ? t("valid") : t("invalid")}</Fact>
        {row.order_no ? (
          <Fact name={t("detail.order")}>
            <OrderLink orderNo={row.order_no} />
          </Fact>
        ) : null}
        {row.downstream_order_no ? (
          <Fact name={t("detail.theirs")}>
            <Code value={row.downstream_order_no} />
          </Fact>
        ) : null}
        {details ? (
          <Fact name={t("detail.body")}>
            {t("detail.bytes", { bytes: details.body_bytes })}
            <Code value={details.body_hash} />
            <p className="text-ink-muted text-xs">{t("detail.bodyNote")}</p>
          </Fact>
        ) : null}
        {row.ip ? <Fact name="IP">{row.ip}</Fact> : null}
        {details?.user_agent ? <Fact name="User-Agent">{details.user_agent}</Fact> : null}
        <Fact name={t("columns.request")}>
          <Code value={row.request_id} />
        </Fact>
      </dl>
    </div>
  );
}
