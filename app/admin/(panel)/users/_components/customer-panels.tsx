import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Panel } from "@/components/admin/page-frame";
import { RecentOrders } from "@/components/admin/recent-orders";
import { StateBadge } from "@/components/admin/state-badge";
import { OrderLink } from "@/components/admin/table/cells";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { nameAmount } from "@/lib/core/money";
import type { CustomerActivity } from "@/lib/orders/customers/schema";

/** Rows of a panel, one below the other. */
const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="max-h-96 overflow-y-auto border-line border-t text-xs">{children}</ul>
);
const rowClass = "border-line border-t px-4 py-2 first:border-t-0";

/** Panels of an account's page and of a guest's: orders, words, payments, licenses, mails. */
export async function CustomerPanels({
  activity,
  ordersHref,
}: {
  activity: CustomerActivity;
  /** The list of all orders. */
  ordersHref: string;
}) {
  const [t, states, licenses, mails] = await Promise.all([
    getTranslations("admin-people.customer"),
    getTranslations("admin-money.payments.states"),
    getTranslations("admin-sell.licenses.statuses"),
    getTranslations("admin-system.mails.statuses"),
  ]);
  const { totals, recent, messages, payments } = activity;
  return (
    <>
      {recent ? (
        <Panel title={t("orders")}>
          {totals?.map((total) => (
            <p key={total.currency} className="text-ink-muted text-xs">
              {t("totals", { count: total.orders })} · <Money value={total.paid} currency={total.currency} />
              {total.refunded === "0.00"
                ? null
                : ` · ${t("refunded", { amount: nameAmount(total.refunded, total.currency) })}`}
            </p>
          ))}
          {recent.length > 0 ? (
            <>
              <RecentOrders orders={recent} />
              <Link
                href={ordersHref}
                className="mt-2 inline-block py-0.5 text-pine text-xs underline underline-offset-4"
              >
                {t("allOrders")}
              </Link>
            </>
          ) : (
            <p className="text-ink-faint text-sm">{t("noOrders")}</p>
          )}
        </Panel>
      ) : null}
      {messages && messages.length > 0 ? (
        <Panel title={t("messages")} flush>
          <Rows>
            {messages.map((row) => (
              <li key={`${row.order_no}${row.at}`} className={rowClass}>
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium">{t(row.by)}</span>
                  <OrderLink orderNo={row.order_no} />
                  {row.is_open ? <StateBadge tone="danger">{t("open")}</StateBadge> : null}
                  <DateTime value={row.at} className="ml-auto text-ink-faint" />
                </span>
                {row.text ? (
                  <span className="line-clamp-3 block break-words" title={row.text}>
                    {row.text}
                  </span>
                ) : null}
              </li>
            ))}
          </Rows>
        </Panel>
      ) : null}
      {payments && payments.length > 0 ? (
        <Panel title={t("payments")} flush>
          <Rows>
            {payments.map((row) => (
              <li key={row.id} className={rowClass}>
                <span className="flex flex-wrap items-center gap-x-2">
                  <StateBadge state={row.state}>{states(row.state)}</StateBadge>
                  {row.channel_name}
                  <Money value={row.amount} currency={row.currency} className="ml-auto font-medium" />
                </span>
                <span className="flex flex-wrap items-center gap-x-2 text-ink-faint">
                  {row.order_no ? <OrderLink orderNo={row.order_no} /> : t("recharge")}
                  <DateTime value={row.created_at} className="ml-auto" />
                </span>
              </li>
            ))}
          </Rows>
        </Panel>
      ) : null}
      {activity.licenses && activity.licenses.length > 0 ? (
        <Panel title={t("licenses")} flush>
          <Rows>
            {activity.licenses.map((row) => (
              <li key={row.license_id} className={rowClass}>
                <span className="flex flex-wrap items-center gap-x-2">
                  <Link
                    href={`/admin/licenses?search=${row.license_id}`}
                    className="inline-block py-1 font-mono hover:text-pine"
                  >
                    {row.license_id}
                  </Link>
                  <StateBadge state={row.status}>{licenses(row.status)}</StateBadge>
                </span>
                <span className="block break-words text-ink-muted">
                  {[row.product, row.plan].filter(Boolean).join(" · ")}
                </span>
              </li>
            ))}
          </Rows>
        </Panel>
      ) : null}
      {activity.mails.length > 0 ? (
        <Panel title={t("mails")} flush>
          <Rows>
            {activity.mails.map((row) => (
              <li key={row.id} className={rowClass}>
                <span className="flex items-center gap-2">
                  <StateBadge state={row.status}>{mails(row.status)}</StateBadge>
                  <DateTime value={row.created_at} className="ml-auto text-ink-faint" />
                </span>
                <span className="block truncate" title={row.subject}>
                  {row.subject}
                </span>
              </li>
            ))}
          </Rows>
        </Panel>
      ) : null}
    </>
  );
}
