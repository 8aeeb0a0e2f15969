"use client";

import { ReceiptText, Star } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { later } from "@/components/ui/later";
import { Link } from "@/components/ui/link";
import { Stepper } from "@/components/ui/stepper";
import type { OrderMailOut } from "@/lib/checkout/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { Countdown } from "../countdown";
import { OrderKeys } from "../delivery/order-keys";
import { BuyAgain } from "./buy-again";
import { CancelButton } from "./cancel-button";
import { GiftPanel } from "./gift-panel";
import { KeepInAccount, type KeepOffer } from "./keep-in-account";
import { MailNote } from "./mail-note";
import { OrderLicenses } from "./order-licenses";
import { OrderRenewals } from "./order-renewals";
import { OrderState } from "./order-state";
import { OrderSummary } from "./order-summary";
import { OrderSkeleton, OrderUnknown } from "./order-unknown";
import { mayBePaidLate } from "./pay-state";
import { type Problem, ProblemReport } from "./problem-report";
import type { SeenOrder } from "./seen-order";
import { ShopAnswers } from "./shop-answers";
import { useOrder } from "./use-order";
import { useOrderMail } from "./use-order-mail";

type OrderPageProps = {
  orderNo: string;
  seen: SeenOrder | null;
  /** Whether the shop takes reviews, which nothing of a purchase waits for. */
  takesReviews?: boolean;
  keepOffer?: KeepOffer | null;
};

const KeepGoods = later(() => import("../offline/keep-goods").then(({ KeepGoods }) => KeepGoods), {
  browserOnly: true,
});

/** Goods that may have an end, or devices. */
const ending = ["license", "living", "renewal"];

/** The goods first, then everything else. */
export function OrderPage({ orderNo, seen, takesReviews = false, keepOffer = null }: OrderPageProps) {
  const t = useTranslations("order");
  const errorText = useErrorText();
  const { order, error, isLoading, token, base, isLive, hasCookie, refresh } = useOrder(orderNo, seen);
  const router = useRouter();
  // Draws it anew for a buyer who came by a link, with what the server alone knows of the goods: their pictures as they are now.
  useEffect(() => {
    if (hasCookie && !seen) router.refresh();
  }, [hasCookie, seen, router]);
  const mail = useOrderMail({ base, token, order, first: seen?.mail, isLive });

  async function cancel() {
    await api(`${base}/cancel`, { method: "POST", body: {}, token });
    await refresh();
  }

  async function resend(email?: string) {
    await api(`${base}/mail`, { body: email ? { email } : {}, token });
    await Promise.all([mail.refresh(), refresh()]);
  }

  async function report(problem: Problem) {
    await api(`${base}/problem`, { body: problem, token });
  }

  if (order)
    return (
      <OrderView
        order={order}
        licenses={
          order.items.some((item) => item.delivers?.some((code) => ending.includes(code))) ? (
            <>
              <OrderRenewals orderNo={orderNo} base={base} token={token ?? null} />
              <OrderLicenses base={base} token={token ?? null} />
            </>
          ) : null
        }
        mail={mail.state}
        gift={{ first: seen?.gift ?? null, base, token: token ?? null }}
        goods={seen?.goods ?? {}}
        takesReviews={takesReviews}
        keepOffer={keepOffer}
        onReport={report}
        onCancel={cancel}
        onTimeOver={() => void refresh()}
        onResend={resend}
      />
    );
  if (isLoading) return <OrderSkeleton orderNo={orderNo} />;
  if (error && (error.httpStatus === 401 || error.httpStatus === 404))
    return <OrderUnknown orderNo={orderNo} />;
  return (
    <ErrorState
      message={error ? errorText(error) : t("notFoundText")}
      requestId={error?.requestId}
      onRetry={() => void refresh()}
    />
  );
}

type OrderViewProps = {
  order: OrderDetail;
  mail: OrderMailOut | undefined;
  gift: Pick<ComponentProps<typeof GiftPanel>, "first" | "base" | "token">;
  licenses: ReactNode;
  goods: SeenOrder["goods"];
  takesReviews: boolean;
  keepOffer: KeepOffer | null;
  onReport: (problem: Problem) => Promise<void>;
  onCancel: () => Promise<void>;
  onTimeOver: () => void;
  onResend: (email?: string) => Promise<void>;
};

function OrderView({
  order,
  mail,
  gift,
  licenses,
  goods: products,
  takesReviews,
  keepOffer,
  onReport,
  onCancel,
  onTimeOver,
  onResend,
}: OrderViewProps) {
  const t = useTranslations("order");
  const hasKeys = order.items.some(
    ({ fulfillment }) => (fulfillment.secrets?.length ?? 0) > 0 || (fulfillment.files?.length ?? 0) > 0,
  );
  const waiting = order.status === "pending_payment";
  const isPaid = order.payment_status !== "unpaid";
  const isOver = order.status === "canceled" || order.status === "expired" || order.status === "refunded";
  const mayChange = waiting || (order.payment_status === "paid" && order.fulfillment_status !== "ready");
  const { order_no: orderNo } = order;
  const goods = hasKeys ? (
    <OrderKeys
      items={order.items}
      name={orderNo}
      downloadPath={`/orders/${orderNo}/download`}
      isSecond={order.gift !== undefined}
    />
  ) : null;
  return (
    <div className="@container flex flex-col gap-8">
      {mayChange || mayBePaidLate(order) ? (
        <noscript>
          <meta httpEquiv="refresh" content={mayChange ? "8" : "20"} />
        </noscript>
      ) : null}
      {isPaid && !isOver ? (
        <Stepper
          label={t("pay.steps")}
          steps={[t("pay.step1"), t("pay.step2"), t("pay.step3")]}
          current={order.fulfillment_status === "ready" ? 3 : 2}
          className="print:hidden"
        />
      ) : null}
      {isPaid && mail && mail.answers.length > 0 ? (
        <div className="flex flex-col gap-4 print:hidden">
          <ShopAnswers answers={mail.answers} />
        </div>
      ) : null}
      <div className="grid gap-8 @3xl:grid-cols-[minmax(0,1fr)_21rem] @3xl:items-start">
        <div className="flex min-w-0 flex-col gap-8">
          {hasKeys ? null : (
            <OrderState order={order} sendsMail={mail === undefined ? false : mail.state !== "off"} />
          )}
          {order.status === "delivered" && order.fulfillment_status === "ready" ? (
            <p className="-mb-6 font-medium text-pine print:hidden">{t("thanks")}</p>
          ) : null}
          {order.gift ? (
            <GiftPanel order={order} {...gift}>
              {hasKeys ? goods : null}
            </GiftPanel>
          ) : (
            goods
          )}
          {isPaid && !order.gift ? <KeepGoods order={order} /> : null}
          {hasKeys && order.fulfillment_status !== "ready" && order.fulfillment_status !== "revoked" ? (
            <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">
              {t("partial")}
            </p>
          ) : null}
          {hasKeys ? licenses : null}
          {mail && order.payment_status !== "unpaid" ? (
            <MailNote mail={mail} hasKeys={hasKeys} isGift={order.gift !== undefined} onResend={onResend} />
          ) : null}
          {waiting ? (
            <div className="flex flex-wrap items-center gap-3">
              <Link href={`/pay/${order.order_no}`} className={buttonClass("primary", "lg")}>
                {t("payNow")}
              </Link>
              <CancelButton orderNo={order.order_no} onCancel={onCancel} />
              <div className="ms-auto">
                <Countdown until={order.expire_at} label={t("pay.timeLeft")} onOver={onTimeOver} />
              </div>
            </div>
          ) : null}
          {waiting ? null : (
            <div className="flex flex-wrap gap-3 print:hidden">
              {/* Goods that could not be delivered are not to be had a second time either. */}
              {order.fulfillment_status === "failed" && !isOver ? null : (
                <BuyAgain
                  order={order}
                  goods={products}
                  variant={isOver && !hasKeys && !mayBePaidLate(order) ? "primary" : "secondary"}
                />
              )}
              {takesReviews && order.status === "delivered" && order.fulfillment_status === "ready" ? (
                <Link href={`/orders/${order.order_no}/review`} className={buttonClass("ghost", "lg")}>
                  <Star aria-hidden />
                  {t("review")}
                </Link>
              ) : null}
              {isPaid ? (
                <Link href={`/orders/${order.order_no}/receipt`} className={buttonClass("ghost", "lg")}>
                  <ReceiptText aria-hidden />
                  {t("receipt.open")}
                </Link>
              ) : null}
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <OrderSummary order={order} goods={products} />
          {isPaid && keepOffer ? (
            <KeepInAccount offer={keepOffer} email={order.email ?? keepOffer.email} />
          ) : null}
          {isPaid ? (
            <div className="print:hidden">
              <ProblemReport
                order={order}
                sendsMail={mail === undefined ? false : mail.state !== "off"}
                onReport={onReport}
              />
            </div>
          ) : null}
        </div>
      </div>
    </div>
  );
}
