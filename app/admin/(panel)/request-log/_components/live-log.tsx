"use client";

import { FileClock, Pause, Play, ShieldCheck, ShieldX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { scrollable } from "@/components/admin/table/scrollable";
import { useApi } from "@/components/admin/use-api";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { requestLog } from "@/lib/interconnect/main/admin/log-schema";
import { causeOf } from "./cause";
import { RequestDetail } from "./request-detail";

type Log = z.infer<typeof requestLog>;

type Row = Log["requests"][number];

const everyMs = 3_000;
const cell = "px-3 py-2 align-middle";
/** On a phone these stand in the details of a call. */
const onWide: ReadonlySet<string> = new Set(["call", "http", "code", "latency", "signature", "order"]);

type LiveLogProps = {
  filter: string;
  first: Log;
  isNewest: boolean;
  olderHref: string | null;
  newestHref: string;
};

/** The last 30 calls, asked for anew every few seconds until paused; older ones page by page. */
export function LiveLog({ filter, first, isNewest, olderHref, newestHref }: LiveLogProps) {
  const t = useTranslations("admin-trade.log");
  const live = useTranslations("admin.live");
  const [isPaused, setPaused] = useState(false);
  const [shown, setShown] = useState<Row | null>(null);
  const { data, error, mutate } = useApi<Log>(`/admin/interconnect/requests${filter ? `?${filter}` : ""}`, {
    fallbackData: first,
    refreshInterval: isPaused || !isNewest ? 0 : everyMs,
    revalidateOnMount: false,
  });
  const rows = data?.requests ?? [];

  if (error && rows.length === 0) {
    return <ErrorState message={error.sentence} requestId={error.requestId} onRetry={() => mutate()} />;
  }
  return (
    <div className="flex flex-col gap-3">
      {isNewest ? (
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
      ) : null}
      {rows.length === 0 ? (
        <EmptyState icon={FileClock} title={t("empty")} description={t("emptyText")} />
      ) : (
        <section aria-label={t("title")} {...scrollable}>
          <table className="w-full text-left text-[0.8125rem]">
            <thead className="border-line border-b bg-sunken/50 text-ink-muted text-xs">
              <tr>
                {(
                  ["time", "site", "call", "http", "code", "latency", "signature", "cause", "order"] as const
                ).map((key) => (
                  <th
                    key={key}
                    scope="col"
                    className={cx(
                      "whitespace-nowrap px-3 py-2 font-medium",
                      key === "latency" && "text-right",
                      onWide.has(key) && "max-md:hidden",
                    )}
                  >
                    {t(`columns.${key}`)}
                  </th>
                ))}
                <td className="sticky right-0 bg-surface" />
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
                  <td className={cx(cell, "max-w-32 md:min-w-28")}>
                    <DateTime value={row.created_at} style="exact" className="max-md:hidden" />
                    <DateTime value={row.created_at} style="ago" className="whitespace-nowrap md:hidden" />
                  </td>
                  <td className={cx(cell, "max-w-36 md:w-1/5 md:min-w-28 md:max-w-0")}>
                    {row.site ? (
                      <Link
                        href={`/admin/sites/${row.site.id}`}
                        title={row.site.name}
                        className="block truncate hover:text-pine"
                      >
                        {row.site.name}
                      </Link>
                    ) : (
                      <span className="text-ink-faint" title={row.claimed_key ?? undefined}>
                        {t("unknownKey")}
                      </span>
                    )}
                    <code className="block font-mono text-ink-faint text-xs">{row.ip}</code>
                  </td>
                  <td className={cx(cell, "max-md:hidden md:w-1/5 md:min-w-32 md:max-w-0")}>
                    <code className="block truncate font-mono text-xs" title={row.path}>
                      <span className="mr-1.5 font-semibold">{row.method}</span>
                      {row.path.replace("/api/v1/upstream", "…")}
                    </code>
                  </td>
                  <td className={cx(cell, "tabular max-md:hidden")}>{row.http_status}</td>
                  <td className={cx(cell, "tabular whitespace-nowrap max-md:hidden")}>
                    {row.status_code === 0 ? t("accepted") : row.status_code}
                  </td>
                  <td className={cx(cell, "tabular whitespace-nowrap text-right max-md:hidden")}>
                    {t("ms", { ms: row.latency_ms })}
                  </td>
                  <td className={cx(cell, "max-md:hidden")}>
                    <span
                      className={cx(
                        "flex items-center gap-1.5 whitespace-nowrap",
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
                  <td className={cx(cell, "max-w-64 text-xs md:w-1/4 md:min-w-32 md:max-w-0")}>
                    {causeOf(row) ? t(`causes.${causeOf(row) ?? "other"}.what`) : null}
                  </td>
                  <td className={cx(cell, "text-xs max-md:hidden")}>
                    {row.order_no ? (
                      <Link
                        href={`/admin/orders/${row.order_no}`}
                        className="whitespace-nowrap font-mono hover:text-pine"
                      >
                        …{row.order_no.slice(-6)}
                      </Link>
                    ) : null}
                  </td>
                  <td
                    className={cx(
                      cell,
                      "sticky right-0 bg-surface text-right shadow-[-1px_0_0_var(--color-line)]",
                    )}
                  >
                    <Button variant="ghost" size="sm" onClick={() => setShown(row)}>
                      {t("detail.open")}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <nav aria-label={t("pages")} className="flex justify-end gap-2">
        {isNewest ? null : (
          <Link href={newestHref} className={buttonClass("secondary", "sm")}>
            {t("newest")}
          </Link>
        )}
        {olderHref ? (
          <Link href={olderHref} className={buttonClass("secondary", "sm")}>
            {t("older")}
          </Link>
        ) : null}
      </nav>
      <Sheet open={shown !== null} onOpenChange={(open) => (open ? null : setShown(null))}>
        <SheetContent title={t("detail.title")} className="w-[min(36rem,94vw)]">
          {shown ? <RequestDetail row={shown} /> : null}
        </SheetContent>
      </Sheet>
    </div>
  );
}
