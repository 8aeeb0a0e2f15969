"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { callbackLogRow } from "@/lib/interconnect/agent/admin/schema";

type Row = z.infer<typeof callbackLogRow>;

export function ReceivedDetail({ row }: { row: Row }) {
  const t = useTranslations("admin-trade.received");
  const log = useTranslations("admin-trade.log");
  const [open, setOpen] = useState(false);
  const facts: [string, string | null][] = [
    [t("columns.event"), row.event],
    [
      t("columns.order"),
      [row.upstream_order_no, row.downstream_order_no].filter(Boolean).join(" / ") || null,
    ],
    ["X-Site-Key", row.claimed_key],
    ["HTTP", `${row.http_status} · ${log("ms", { ms: row.latency_ms })}`],
    ["IP", row.ip],
    [t("columns.hash"), row.body_hash],
    [t("detail.request"), row.request_id],
  ];
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        {t("detail.open")}
      </Button>
      <Sheet open={open} onOpenChange={setOpen}>
        <SheetContent title={t("detail.title")} className="w-[min(36rem,94vw)]">
          <div className="flex flex-col gap-4 text-sm">
            <DateTime value={row.created_at} style="exact" />
            <dl className="flex flex-col gap-2">
              {facts.map(([name, value]) =>
                value ? (
                  <div key={name}>
                    <dt className="text-ink-muted text-xs">{name}</dt>
                    <dd className="flex items-center gap-1">
                      <code className="min-w-0 break-all font-mono text-xs">{value}</code>
                      <CopyButton value={value} size="icon-sm" variant="ghost" />
                    </dd>
                  </div>
                ) : null,
              )}
            </dl>
            <section aria-label={t("detail.body")}>
              <p className="mb-1 text-ink-muted text-xs">
                {row.body ? t("detail.masked") : t("detail.none")}
              </p>
              {row.body ? (
                <pre className="max-h-80 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-xs">
                  {row.body}
                </pre>
              ) : null}
            </section>
          </div>
        </SheetContent>
      </Sheet>
    </>
  );
}
