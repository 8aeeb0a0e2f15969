import { TriangleAlert } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { AnswerText } from "./answer-text";
import { itemName } from "./item-name";
import { Purchases } from "./purchases";
import { isRefundable, RefundItem } from "./refund-item";
import { ServerRequests } from "./server-requests";
import { waitsFor } from "./waits-for";

type OrderItemsProps = {
  detail: AdminOrderDetail;
  /** Items as their buyer read them. */
  ordered: AdminOrderDetail["order"]["items"];
  mayMoveMoney: boolean;
  mayOrder: boolean;
};

export async function OrderItems({ detail, ordered, mayMoveMoney, mayOrder }: OrderItemsProps) {
  const t = await getTranslations("admin-sell.order");
  const { order, forms, failures, coupon_code } = detail;
  const money = (value: string) => <Money value={value} currency={order.currency} />;

  return (
    <Panel title={t("items")} flush>
      <ul className="border-line border-t">
        {order.items.map((item) => {
          const answers = forms.find((form) => form.item === item.id)?.answers;
          const read = ordered.find(({ id }) => id === item.id);
          const failure = failures.find((one) => one.item === item.id)?.reason_rule;
          return (
            <li key={item.id} className="border-line border-t px-4 py-3 text-sm first:border-t-0">
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                <div className="min-w-0">
                  <Link
                    href={`/admin/products/${item.product_id}`}
                    className="inline-block py-0.5 font-medium hover:text-pine"
                  >
                    {item.title}
                  </Link>
                  <p className="text-ink-muted text-xs">
                    {item.sku_name ? (
                      <Link
                        href={`/admin/stock/${item.sku_id}`}
                        className="inline-block py-1 hover:text-pine"
                      >
                        {item.sku_name}
                      </Link>
                    ) : null}
                    {item.sku_name ? " · " : ""}
                    {t("quantity", { count: item.quantity })}
                    {" · "}
                    {money(item.unit_price)}
                  </p>
                  {read && itemName(read) !== itemName(item) ? (
                    <p dir="auto" className="break-words text-ink-faint text-xs">
                      {t("asOrdered", { name: itemName(read) })}
                    </p>
                  ) : null}
                  {item.bundle ? (
                    <p className="text-ink-muted text-xs">{t("inBundle", { name: item.bundle.title })}</p>
                  ) : null}
                </div>
                <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-x-3 gap-y-1">
                  {item.fulfillment.delivered_at ? (
                    <DateTime value={item.fulfillment.delivered_at} className="text-ink-faint text-xs" />
                  ) : null}
                  <ItemState item={item} detail={detail} />
                  <span className="w-24 text-right font-medium max-sm:ml-auto">
                    {money(item.total_price)}
                  </span>
                </div>
              </div>
              {failure ? (
                <p className="mt-2 flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger text-xs">
                  <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
                  <Problem told={failure} />
                </p>
              ) : null}
              {mayMoveMoney && isRefundable(detail, item) ? <RefundItem detail={detail} item={item} /> : null}
              <ServerRequests
                orderNo={order.order_no}
                requests={detail.server_requests.filter((request) => request.item === item.id)}
              />
              <Purchases
                purchases={detail.purchases.filter((purchase) => purchase.item === item.id)}
                mayOrder={mayOrder}
              />
              {answers && answers.length > 0 ? (
                <dl
                  aria-label={t("byHandForm.form")}
                  className="mt-2 grid gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2 text-xs sm:grid-cols-[auto_1fr]"
                >
                  {answers.map(({ label, value }) => (
                    <div key={label} className="contents">
                      <dt className="text-ink-muted">{label}</dt>
                      <dd className="whitespace-pre-wrap break-words">
                        <AnswerText text={value} />
                      </dd>
                    </div>
                  ))}
                </dl>
              ) : null}
            </li>
          );
        })}
      </ul>
      <dl className="ml-auto grid w-full gap-1 px-4 pt-1 pb-4 text-sm sm:max-w-xs">
        {order.discount_amount === "0.00" ? null : (
          <>
            <Sum label={t("original")}>{money(order.original_amount)}</Sum>
            {order.reductions ? (
              order.reductions.map(({ kind, name, amount }) => (
                <Sum key={kind} label={t(`reduction.${kind}`, { name: name ?? "" })}>
                  −{money(amount)}
                </Sum>
              ))
            ) : (
              <Sum label={coupon_code ? t("coupon", { code: coupon_code }) : t("discount")}>
                −{money(order.discount_amount)}
              </Sum>
            )}
          </>
        )}
        <Sum label={<strong>{t("total")}</strong>}>
          <strong>{money(order.amount)}</strong>
        </Sum>
        {order.wallet_paid_amount === "0.00" ? null : (
          <Sum label={t("wallet")}>{money(order.wallet_paid_amount)}</Sum>
        )}
        {order.refunded_amount === "0.00" ? null : (
          <Sum label={t("refunded")}>−{money(order.refunded_amount)}</Sum>
        )}
      </dl>
    </Panel>
  );
}

type ItemStateProps = { item: AdminOrderDetail["order"]["items"][number]; detail: AdminOrderDetail };

/** An item that a main site or the shop's own server is to deliver waits for it, and not for a person. */
async function ItemState({ item, detail }: ItemStateProps) {
  const [t, status] = await Promise.all([
    getTranslations("admin-sell.order"),
    getTranslations("admin.status.fulfillment"),
  ]);
  const open = detail.purchases.find((purchase) => purchase.item === item.id && purchase.is_open);
  const isServerAsked = detail.server_requests.some(
    (request) => request.item === item.id && request.is_awaited,
  );
  const state = item.fulfillment.status;
  const awaited = open ? waitsFor(t, open) : isServerAsked && t("waitsForServer");
  const text = state === "processing" && awaited ? awaited : status(state);
  // A main site's name may be longer than a phone is wide.
  return (
    <StateBadge state={state}>
      <span className="min-w-0 whitespace-normal break-words">{text}</span>
    </StateBadge>
  );
}

function Sum({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
