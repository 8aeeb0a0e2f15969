import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { listFailingCallbacks, listShortStock, listWaitingOrders } from "@/lib/reports/attention";

const row = "flex items-center gap-3 border-line border-t px-4 py-2 text-sm first:border-t-0";

function All({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm text-pine text-xs hover:underline">
      {children}
    </Link>
  );
}

function None({ children }: { children: ReactNode }) {
  return <p className="border-line border-t px-4 py-6 text-center text-ink-faint text-sm">{children}</p>;
}

export async function WaitingOrders() {
  const [t, status, orders] = await Promise.all([
    getTranslations("admin-sell.overview"),
    getTranslations("admin.status.fulfillment"),
    listWaitingOrders(),
  ]);
  return (
    <Panel
      title={t("waiting")}
      flush
      actions={<All href="/admin/orders?fulfillment=processing">{t("all")}</All>}
    >
      {orders.length === 0 ? <None>{t("waitingNone")}</None> : null}
      <ul className="border-line border-t empty:border-t-0">
        {orders.map((order) => (
          <li key={order.order_no} className={row}>
            <div className="min-w-0 flex-1">
              <Link
                href={`/admin/orders/${order.order_no}`}
                className="block truncate font-medium hover:text-pine"
              >
                {order.title}
              </Link>
              <span className="text-ink-faint text-xs">
                {order.paid_at ? <DateTime value={order.paid_at} /> : null}
                {" · "}
                <Money value={order.amount} currency={order.currency} />
              </span>
            </div>
            <StateBadge state={order.fulfillment_status}>{status(order.fulfillment_status)}</StateBadge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export async function LowStock() {
  const [t, rows] = await Promise.all([getTranslations("admin-sell.overview"), listShortStock()]);
  return (
    <Panel title={t("lowStock")} flush actions={<All href="/admin/stock?level=low">{t("all")}</All>}>
      {rows.length === 0 ? <None>{t("lowStockNone")}</None> : null}
      <ul className="border-line border-t empty:border-t-0">
        {rows.map((sku) => (
          <li key={sku.sku_id} className={row}>
            <Link href={`/admin/stock/${sku.sku_id}`} className="min-w-0 flex-1 truncate hover:text-pine">
              <span className="font-medium">{sku.title}</span>
              <span className="text-ink-muted"> · {sku.sku_name}</span>
            </Link>
            <span className={`tabular shrink-0 text-xs ${sku.available === 0 ? "text-danger" : "text-warn"}`}>
              {t("left", { count: sku.available })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export async function FailingCallbacks() {
  const [t, rows] = await Promise.all([getTranslations("admin-sell.overview"), listFailingCallbacks()]);
  return (
    <Panel title={t("failing")} flush actions={<All href="/admin/callbacks">{t("all")}</All>}>
      {rows.length === 0 ? <None>{t("failingNone")}</None> : null}
      <ul className="border-line border-t empty:border-t-0">
        {rows.map((site) => (
          <li key={site.site_id} className={row}>
            <div className="min-w-0 flex-1">
              <Link href={`/admin/callbacks?site_id=${site.site_id}`} className="font-medium hover:text-pine">
                {site.site}
              </Link>
              <p className="truncate text-ink-faint text-xs">
                {t("failingRow", { failed: site.failed, waiting: site.waiting })}
                {site.last_error ? ` · ${site.last_error}` : ""}
              </p>
            </div>
            {site.since ? <DateTime value={site.since} className="shrink-0 text-ink-faint text-xs" /> : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
