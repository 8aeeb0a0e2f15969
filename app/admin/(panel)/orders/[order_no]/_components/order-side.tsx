import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Facts, Panel } from "@/components/admin/page-frame";
import { RecentOrders } from "@/components/admin/recent-orders";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { nameAmount } from "@/lib/core/money";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import type { BuyerHistory } from "@/lib/reports/types";
import { GiftCard } from "./gift-card";
import { orderTimes } from "./order-times";

type OrderSideProps = { detail: AdminOrderDetail; history: BuyerHistory; mayWrite: boolean };

export async function OrderSide({ detail, history, mayWrite }: OrderSideProps) {
  const t = await getTranslations("admin-sell.order");
  const { order } = detail;
  return (
    <div className="flex flex-col gap-4">
      <BuyerCard detail={detail} history={history} mayWrite={mayWrite} />
      <GiftCard order={order} mayWrite={mayWrite} />
      <Panel title={t("times")}>
        <Facts facts={await orderTimes(detail)} />
      </Panel>
    </div>
  );
}

async function BuyerCard({ detail, history, mayWrite }: OrderSideProps) {
  const [t, status] = await Promise.all([
    getTranslations("admin-sell.order"),
    getTranslations("admin.status"),
  ]);
  const { order, buyer, buyer_name: name } = detail;
  const write = { path: `/admin/orders/${order.order_no}/mail` };
  return (
    <Panel
      title={t("buyer")}
      actions={
        history.href ? (
          <Link href={history.href} className="text-pine text-xs underline underline-offset-4">
            {t("buyerCard.open")}
          </Link>
        ) : null
      }
    >
      <Facts
        facts={[
          { label: t("kind"), value: status(`buyer.${buyer}`) },
          { label: t("name"), value: name || "—" },
          order.email !== null && order.email !== name && { label: t("email"), value: order.email },
          detail.ip !== null && {
            label: t("ip"),
            value: <code className="font-mono text-xs">{detail.ip}</code>,
          },
        ]}
      />
      {history.note ? (
        <p className="mt-3 whitespace-pre-wrap break-words rounded-md border border-brass-line bg-brass-soft px-3 py-2 text-sm">
          <span className="block text-ink-muted text-xs">{t("buyerCard.note")}</span>
          {history.note}
        </p>
      ) : null}
      {mayWrite && buyer === "guest" ? (
        <div className="mt-3">
          <FormDialog
            trigger={
              <Button variant="secondary" size="sm">
                {t("buyerCard.change")}
              </Button>
            }
            title={t("buyerCard.change")}
            description={t("buyerCard.changeText")}
            columns={1}
            fields={[{ kind: "email", name: "email", label: t("email"), value: order.email, required: true }]}
            write={{ ...write, success: t("buyerCard.changed") }}
            submitLabel={t("buyerCard.change")}
          />
        </div>
      ) : null}
      <div className="mt-4 border-line border-t pt-3">
        <h3 className="font-medium text-xs">{t("buyerCard.before")}</h3>
        {history.totals?.map((total) => (
          <p key={total.currency} className="mt-1 text-ink-muted text-xs">
            {t("buyerCard.totals", { count: total.orders })} ·{" "}
            <Money value={total.paid} currency={total.currency} />
            {total.refunded === "0.00"
              ? null
              : ` · ${t("buyerCard.refunded", { amount: nameAmount(total.refunded, total.currency) })}`}
          </p>
        ))}
        {history.recent.length === 0 ? (
          <p className="mt-1 text-ink-faint text-xs">{t("buyerCard.none")}</p>
        ) : (
          <RecentOrders orders={history.recent} />
        )}
        {history.orders && history.recent.length > 0 ? (
          <Link
            href={history.orders}
            className="mt-2 inline-block py-0.5 text-pine text-xs underline underline-offset-4"
          >
            {t("buyerCard.all")}
          </Link>
        ) : null}
      </div>
    </Panel>
  );
}
