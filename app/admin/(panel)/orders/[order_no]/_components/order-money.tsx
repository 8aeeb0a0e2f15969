import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { foreignWords } from "@/lib/core/refusals/noted";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { dispositions } from "@/lib/payments/state";

const states = ["pending", "paid", "failed", "closed"] as const;

/** Payments through channels, and what was paid back. */
export async function OrderMoney({ detail }: { detail: AdminOrderDetail }) {
  const t = await getTranslations("admin-sell.order");
  const { order, payments, refunds } = detail;
  return (
    <>
      <Panel
        title={t("payments")}
        actions={
          order.payment_status !== "unpaid" && detail.buyer !== "site" ? (
            <Link
              href={`/admin/orders/${order.order_no}/receipt`}
              className="text-pine text-xs underline underline-offset-4"
            >
              {t("receipt")}
            </Link>
          ) : null
        }
        flush
      >
        {payments.length === 0 ? (
          <p className="border-line border-t px-4 py-4 text-ink-faint text-sm">{t("paymentsNone")}</p>
        ) : null}
        <ul className="border-line border-t empty:border-t-0">
          {payments.map((payment) => {
            const state = states.find((known) => known === payment.state);
            const disposition = dispositions.find((known) => known === payment.disposition);
            return (
              <li
                key={payment.payment_no}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 text-sm first:border-t-0"
              >
                <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
                  <span className="font-medium">{payment.channel}</span>
                  <p className="break-all font-mono text-ink-faint text-xs">
                    {payment.payment_no}
                    {payment.trade_no ? ` · ${payment.trade_no}` : ""}
                  </p>
                  <p className="text-ink-muted text-xs empty:hidden">
                    {payment.fee_amount === "0.00" ? null : (
                      <span className="mr-3">
                        {t("withFee")} <Money value={payment.fee_amount} currency={order.currency} />
                      </span>
                    )}
                    {payment.gateway_amount && payment.gateway_currency ? (
                      <span>
                        {t("atGateway")}{" "}
                        <Money value={payment.gateway_amount} currency={payment.gateway_currency} />
                      </span>
                    ) : null}
                  </p>
                </div>
                <DateTime value={payment.paid_at ?? payment.created_at} className="text-ink-faint text-xs" />
                {disposition && disposition !== "applied" ? (
                  <StateBadge state={disposition}>{t(`disposition.${disposition}`)}</StateBadge>
                ) : null}
                <StateBadge state={state ?? null}>
                  {state ? t(`paymentState.${state}`) : payment.state}
                </StateBadge>
                <Money value={payment.amount} currency={order.currency} className="font-medium" />
              </li>
            );
          })}
        </ul>
      </Panel>
      {refunds.length > 0 ? (
        <Panel title={t("refunds")} flush>
          <ul className="border-line border-t">
            {refunds.map((refund) => (
              <li
                key={refund.refund_no}
                className="flex items-center gap-4 border-line border-t px-4 py-2.5 text-sm first:border-t-0"
              >
                <span className="min-w-0 flex-1 break-words">
                  {refund.reason ? <Problem told={foreignWords(refund.reason)} className="mr-2" /> : null}
                  <Link
                    href={`/admin/refunds?status=${refund.status}`}
                    className="text-pine text-xs underline underline-offset-4"
                  >
                    {t(`refundState.${refund.status}`)}
                  </Link>
                </span>
                <DateTime value={refund.created_at} className="text-ink-faint text-xs" />
                <Money value={refund.amount} currency={order.currency} className="font-medium" />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  );
}
