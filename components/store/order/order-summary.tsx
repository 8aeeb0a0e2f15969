import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { shopRefundReasons } from "@/lib/orders/refund/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { differenceOf, leftToPay } from "./left-to-pay";
import { OrderBadge } from "./order-badge";
import type { SeenOrder } from "./seen-order";

const nothing = "0.00";

/** Each reduction by its name; an order from before they were kept has one sum. */
const reductionsOf = ({ reductions, discount_amount }: OrderDetail) =>
  reductions ?? [{ kind: "discount" as const, name: null, amount: discount_amount }];

type OrderSummaryProps = { order: OrderDetail; pictures?: SeenOrder["pictures"] };

export function OrderSummary({ order, pictures = {} }: OrderSummaryProps) {
  const t = useTranslations("order");
  const { currency } = order;
  const isDiscounted = order.discount_amount !== nothing;
  // The shop's own reason has its words in each language; staff's are shown as they wrote them.
  const reasonOf = (reason: string) =>
    reason === shopRefundReasons.payment_not_needed ? t("refundReasons.payment_not_needed") : reason;
  const isPartlyPaid = order.status === "pending_payment" && order.wallet_paid_amount !== nothing;
  return (
    <section aria-labelledby="summary" className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-3 sm:px-5">
        <h2 id="summary" className="text-base">
          {t("items")}
        </h2>
        <OrderBadge status={order.status} />
      </header>
      <ul className="divide-y divide-line">
        {order.items.map((item, index) => (
          <li key={item.id} className="flex flex-wrap items-start justify-between gap-4 px-4 py-3.5 sm:px-5">
            <BundleHead item={item} before={order.items[index - 1]} />
            {pictures[item.product_id]}
            <div className="min-w-0 flex-1">
              <Link
                href={`/products/${item.slug}`}
                dir="auto"
                className="break-words font-medium hover:text-pine hover:underline"
              >
                {item.title}
              </Link>
              <p className="text-ink-muted text-sm">
                {item.sku_name ? `${item.sku_name} · ` : null}
                <Money value={item.unit_price} currency={currency} /> × {item.quantity}
              </p>
              {item.fulfillment.status === "revoked" && order.status !== "refunded" ? (
                <p className="text-sm text-warn">{t("itemRefunded")}</p>
              ) : null}
              {item.answers ? (
                <dl className="mt-2 flex flex-col gap-1 text-sm">
                  {item.answers.map(({ label, value }) => (
                    <div key={label} className="flex flex-wrap gap-x-2">
                      <dt className="text-ink-muted">{label}</dt>
                      <dd className="min-w-0 whitespace-pre-wrap break-words">{value}</dd>
                    </div>
                  ))}
                </dl>
              ) : null}
            </div>
            <Money value={item.total_price} currency={currency} />
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-1.5 border-line border-t px-4 py-3.5 text-sm sm:px-5">
        {isDiscounted ? (
          <>
            <Row label={t("original")}>
              <Money value={order.original_amount} currency={currency} />
            </Row>
            {reductionsOf(order).map(({ kind, name, amount }) => (
              <Row key={kind} label={t(`reduction.${kind}`, { name: name ?? "" })}>
                <Money value={amount} currency={currency} sign="−" />
              </Row>
            ))}
          </>
        ) : null}
        <Row label={t("total")} strong>
          <Money value={order.amount} currency={currency} />
        </Row>
        {order.wallet_paid_amount === nothing ? null : (
          <Row label={t("fromBalance")}>
            <Money
              value={order.wallet_paid_amount}
              currency={currency}
              sign={isPartlyPaid ? "−" : undefined}
            />
          </Row>
        )}
        {order.paid_through ? (
          <>
            {order.paid_through.fee_amount === nothing ? null : (
              <Row label={t("fee")}>
                <Money value={order.paid_through.fee_amount} currency={currency} />
              </Row>
            )}
            <Row label={t("paidThrough", { channel: order.paid_through.channel })}>
              <Money value={order.paid_through.amount} currency={currency} />
            </Row>
          </>
        ) : null}
        {isPartlyPaid ? (
          <Row label={t("toPay")} strong>
            <Money value={leftToPay(order)} currency={currency} />
          </Row>
        ) : null}
        {order.refunds.map((refund) => (
          <Row
            key={refund.created_at}
            label={`${t("refundOf")}${refund.reason ? ` · ${reasonOf(refund.reason)}` : ""}`}
          >
            <Money value={refund.amount} currency={currency} sign="−" />
          </Row>
        ))}
        {order.payment_status === "partially_refunded" ? (
          <Row label={t("afterRefunds")} strong>
            <Money
              value={order.refunds.reduce<string>(
                (left, refund) => differenceOf(left, refund.amount) ?? nothing,
                order.amount,
              )}
              currency={currency}
            />
          </Row>
        ) : null}
      </dl>
      <dl className="flex flex-col gap-1.5 border-line border-t px-4 py-3.5 text-ink-muted text-sm sm:px-5">
        <Row label={t("number")}>
          <span className="inline-flex min-w-0 items-center gap-1">
            <code className="break-all font-mono text-ink">{order.order_no}</code>
            <CopyButton value={order.order_no} variant="ghost" size="icon-sm" className="-my-2" />
          </span>
        </Row>
        <Row label={t("placedAt")}>
          <DateTime value={order.created_at} />
        </Row>
        {order.paid_at ? (
          <Row label={t("paidAt")}>
            <DateTime value={order.paid_at} />
          </Row>
        ) : null}
        {order.delivered_at ? (
          <Row label={t("deliveredAt")}>
            <DateTime value={order.delivered_at} />
          </Row>
        ) : null}
      </dl>
    </section>
  );
}

type Item = OrderDetail["items"][number];

/** Above the first part of a bundle: what was ordered. */
function BundleHead({ item: { bundle }, before }: { item: Item; before: Item | undefined }) {
  if (!bundle || before?.bundle?.line === bundle.line) return null;
  return (
    <p className="flex w-full min-w-0 items-center gap-2 font-medium">
      <Package className="size-4 shrink-0 text-brass" aria-hidden />
      <Link href={`/products/${bundle.slug}`} className="min-w-0 break-words hover:text-pine hover:underline">
        {bundle.title}
      </Link>
      <span className="shrink-0 font-normal text-ink-muted text-sm">
        {bundle.sku_name ? `${bundle.sku_name} ` : null}× {bundle.quantity}
      </span>
    </p>
  );
}

function Row({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={cx("flex items-center justify-between gap-4", strong && "font-semibold text-base")}>
      <dt className="min-w-0 break-words">{label}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  );
}
