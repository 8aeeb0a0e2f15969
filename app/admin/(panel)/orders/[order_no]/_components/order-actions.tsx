import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { SelectionScope } from "@/components/admin/table/selection";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { listHeldOrders } from "@/lib/interconnect/main/admin/queries";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { ReleaseButton } from "../../../held/_components/release-button";
import { AnswerBuyer, ReplaceKey, ResendMail } from "./buyer-acts";
import { ConfirmPaid } from "./confirm-paid";
import { DeliverByHand } from "./deliver-by-hand";
import { itemName } from "./item-name";
import { isOpenForRefund } from "./refund-methods";
import { RefundOrder } from "./refund-order";

type OrderActionsProps = {
  detail: AdminOrderDetail;
  /** Items as their buyer read them. */
  ordered: AdminOrderDetail["order"]["items"];
  mayRelease: boolean;
  mayMoveMoney: boolean;
  /** An answer is written right beside them. */
  isCase: boolean;
};

/** Only what the order's state allows; the server decides all the same. */
export async function OrderActions({ detail, ordered, mayRelease, mayMoveMoney, isCase }: OrderActionsProps) {
  const t = await getTranslations("admin-sell.order");
  const { order, buyer } = detail;
  const path = `/admin/orders/${order.order_no}`;
  const isUnpaid = order.payment_status === "unpaid";
  const itemsIn = (...states: string[]) =>
    order.items.filter((item) => states.includes(item.fulfillment.status));
  const options = (items: typeof order.items) =>
    items.map((item) => ({ value: String(item.id), label: `${itemName(item)} × ${item.quantity}` }));
  const byHand = isUnpaid ? [] : itemsIn("processing", "failed");
  const open = detail.purchases.find((purchase) => purchase.is_open);
  const isServerAsked = detail.server_requests.some((request) => request.is_awaited);
  const isAwaited = open !== undefined || isServerAsked;
  const ready = itemsIn("ready");
  const texts = ready.filter(({ id }) => !detail.keys.some((key) => key.item === id));

  return (
    <>
      {isUnpaid && buyer !== "site" && mayMoveMoney ? <ConfirmPaid detail={detail} /> : null}
      {!isUnpaid && order.fulfillment_status === "failed" ? (
        <ConfirmAction
          trigger={<Button size="sm">{t("deliver")}</Button>}
          title={t("deliverTitle")}
          description={t("deliverText")}
          confirmLabel={t("deliver")}
          path={`${path}/deliver`}
          success={t("byHandForm.delivered")}
          tone="primary"
        />
      ) : null}
      {order.fulfillment_status === "held" && mayRelease ? (
        <ReleaseHeld orderNo={order.order_no} currency={order.currency} />
      ) : null}
      {byHand.length > 0 ? (
        <DeliverByHand
          trigger={
            <Button size="sm" variant={isAwaited ? "secondary" : "primary"}>
              {isAwaited ? t("byHandInstead") : t("byHand")}
            </Button>
          }
          title={isAwaited ? t("byHandInstead") : t("byHand")}
          description={
            open
              ? t("byHandInsteadText", { site: open.connection?.name ?? t("aMainSite") })
              : t(isServerAsked ? "byHandInsteadOfServer" : "byHandText")
          }
          orderNo={order.order_no}
          items={byHand.map((item) => ({
            item: item.id,
            name: itemName(item),
            ordered: itemName(ordered.find(({ id }) => id === item.id) ?? item),
            quantity: item.quantity,
            answers: detail.forms.find((form) => form.item === item.id)?.answers ?? [],
          }))}
        />
      ) : null}
      <ReplaceKey detail={detail} />
      {texts.length > 0 ? (
        <FormDialog
          trigger={
            <Button variant="secondary" size="sm">
              {t("replaceContent")}
            </Button>
          }
          title={t("replaceContent")}
          description={t("replaceContentText")}
          columns={1}
          fields={[
            {
              kind: "select",
              name: "item",
              label: t("byHandForm.item"),
              options: options(texts),
              numeric: true,
            },
            {
              kind: "textarea",
              name: "content",
              label: t("byHandForm.content"),
              required: true,
              rows: 3,
              mono: true,
            },
            { kind: "text", name: "reason", label: t("reason"), required: true },
          ]}
          write={{ path: `${path}/replace-content`, success: t("contentReplaced") }}
          submitLabel={t("replaceContent")}
          danger
        />
      ) : null}
      <ResendMail detail={detail} />
      {isCase ? null : <AnswerBuyer detail={detail} />}
      {isOpenForRefund(order) && mayMoveMoney ? <RefundOrder detail={detail} /> : null}
      {order.status === "pending_payment" ? (
        <ConfirmAction
          trigger={
            <Button variant="secondary" size="sm">
              {t("cancel")}
            </Button>
          }
          title={t("cancelTitle")}
          description={t("cancelText")}
          confirmLabel={t("cancel")}
          path={`${path}/cancel`}
          success={t("canceled")}
        />
      ) : null}
    </>
  );
}

/** With what it takes from the agent's deposit, and the way to its books. */
async function ReleaseHeld({ orderNo, currency }: { orderNo: string; currency: string }) {
  const [{ orders }, t] = await Promise.all([
    listHeldOrders({ order_no: orderNo, page: 1, per_page: 1 }),
    getTranslations("admin-trade.held"),
  ]);
  const [held] = orders;
  if (!held) return null;
  return (
    <>
      <Link href={`/admin/reconciliation?site_id=${held.site.id}`} className={buttonClass("secondary", "sm")}>
        {t("reconcile")}
      </Link>
      <SelectionScope>
        <ReleaseButton rows={orders} currency={currency} />
      </SelectionScope>
    </>
  );
}
