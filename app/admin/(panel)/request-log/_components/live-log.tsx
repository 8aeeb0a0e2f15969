"use client";

import { FileClock, Pause, Play, ShieldCheck, ShieldX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { scrollable } from "@/components/admin/table/scrollable";
import { useApi } from "@/components/api/use-api";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import type { requestLog } from "@/lib/interconnect/main/admin/schema";

type Log = z.infer<typeof requestLog>;

const everyMs = 3_000;
const cell = "px-3 py-2 align-middle";

/** The last 30 calls, asked for anew every few seconds until paused. */
export function LiveLog({ filter, first }: { filter: string; first: Log }) {
  const t = useTranslations("admin-trade.log");
  const live = useTranslations("admin.live");
  const [isPaused, setPaused] = useState(false);
  const { data, error, mutate } = useApi<Log>(`/admin/interconnect/requests${filter ? `?${filter}` : ""}`, {
    fallbackData: first,
    refreshInterval: isPaused ? 0 : everyMs,
    revalidateOnMount: false,
  });
  const rows = data?.requests ?? [];

  if (error && rows.length === 0) {
    return <ErrorState message={error.sentence} requestId={error.requestId} onRetry={() => mutate()} />;
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3 text-ink-muted text-xs">
        <span className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={cx(
              "size-2 rounded-full",
              isPaused ? "bg-line-strong" : error ? "bg-danger" : "animate-pulse bg-ok",
            )}
          />
          {isPaused ? live("paused") : live("live")}
        </span>
        <Button variant="ghost" size="sm" onClick={() => setPaused(!isPaused)}>
          {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          {isPaused ? live("resume") : live("pause")}
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={FileClock} title={t("empty")} description={t("emptyText")} />
      ) : (
        <section aria-label={t("title")} {...scrollable}>
          <table className="w-full text-left text-[0.8125rem]">
            <thead className="border-line border-b bg-sunken/50 text-ink-muted text-xs">
              <tr>
                {(
                  [
                    "time",
                    "site",
                    "call",
                    "http",
                    "code",
                    "latency",
                    "signature",
                    "cause",
                    "request",
                  ] as const
                ).map((key) => (
                  <th
                    key={key}
                    scope="col"
                    className={cx(
                      "whitespace-nowrap px-3 py-2 font-medium",
                      key === "latency" && "text-right",
                    )}
                  >
                    {t(`columns.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  className={cx(
                    "border-line border-t first:border-t-0",
                    row.http_status !== 200 && "bg-danger-soft/40",
                  )}
                >
                  <td className={cx(cell, "whitespace-nowrap")}>
                    <DateTime value={row.created_at} style="exact" />
                  </td>
                  <td className={cell}>
                    {row.site ? (
                      <Link href={`/admin/sites/${row.site.id}`} className="hover:text-pine">
                        {row.site.name}
                      </Link>
                    ) : (
                      <span className="text-ink-faint" title={row.claimed_key ?? undefined}>
                        {t("unknownKey")}
                      </span>
                    )}
                    <code className="block font-mono text-ink-faint text-xs">{row.ip}</code>
                  </td>
                  <td className={cell}>
                    <code className="whitespace-nowrap font-mono text-xs">
                      <span className="mr-1.5 font-semibold">{row.method}</span>
                      {row.path.replace("/api/v1/upstream", "…")}
                    </code>
                  </td>
                  <td className={cx(cell, "tabular")}>{row.http_status}</td>
                  <td className={cx(cell, "tabular")}>{row.status_code}</td>
                  <td className={cx(cell, "tabular whitespace-nowrap text-right")}>
                    {t("ms", { ms: row.latency_ms })}
                  </td>
                  <td className={cell}>
                    <span
                      className={cx(
                        "flex items-center gap-1.5",
                        row.is_signature_valid ? "text-ok" : "text-danger",
                      )}
                    >
                      {row.is_signature_valid ? (
                        <ShieldCheck className="size-4" aria-hidden />
                      ) : (
                        <ShieldX className="size-4" aria-hidden />
                      )}
                      {row.is_signature_valid ? t("valid") : t("invalid")}
                    </span>
                  </td>
                  <td className={cell}>
                    <code className="font-mono text-xs">{row.cause}</code>
                  </td>
                  <td className={cell}>
                    <span className="flex items-center">
                      <code className="font-mono text-ink-faint text-xs">{row.request_id.slice(0, 8)}</code>
                      <CopyButton value={row.request_id} size="icon-sm" variant="ghost" className="size-7" />
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
