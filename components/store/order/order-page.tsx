"use client";

import { ReceiptText, Star } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useMemo } from "react";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { Stepper } from "@/components/ui/stepper";
import type { OrderMailOut } from "@/lib/checkout/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { OrderKeys } from "../delivery/order-keys";
import { BuyAgain } from "./buy-again";
import { CancelButton } from "./cancel-button";
import { GiftPanel } from "./gift-panel";
import { hasKeys } from "./has-keys";
import {
  Countdown,
  KeepGoods,
  MailText,
  OrderLicenses,
  OrderRenewals,
  OrderState,
  OrderSummary,
  OrderUnknown,
} from "./later-parts";
import { MailNote } from "./mail-note";
import { mayBePaidLate } from "./pay-state";
import type { Problem } from "./problem-form";
import { ProblemReport } from "./problem-report";
import type { SeenOrder } from "./seen-order";
import { ShopAnswers } from "./shop-answers";
import { useOrder } from "./use-order";
import { useOrderMail } from "./use-order-mail";

type OrderPageProps = {
  orderNo: string;
  seen: SeenOrder | null;
  /** Whether the shop takes reviews, which nothing of a purchase waits for. */
  takesReviews?: boolean;
  /** Offers a guest to keep the order in an account. */
  keepOffer?: ReactNode;
  /** Stands here until the browser has said whether it knows a token: drawn by the server where it has no order to draw. */
  waiting?: ReactNode;
};

/** Goods that may have an end, or devices. */
const ending = ["license", "living", "renewal"];

/** The goods first, then everything else. */
export function OrderPage({ orderNo, seen, takesReviews = false, keepOffer, waiting }: OrderPageProps) {
  const t = useTranslations("order");
  const errorText = useErrorText();
  const { order, error, isLoading, token, base, isLive, hasCookie, refresh } = useOrder(orderNo, seen);
  const router = useRouter();
  // Draws it anew for a buyer who came by a link, with what the server alone knows of the goods: their pictures as they are now.
  useEffect(() => {
    if (hasCookie && !seen) router.refresh();
  }, [hasCookie, seen, router]);
  const mail = useOrderMail({ base, token, order, first: seen?.mail, isLive });

  const cancel = useCallback(async () => {
    await api(`${base}/cancel`, { method: "POST", body: {}, token });
    await refresh();
  }, [base, token, refresh]);
  const report = useCallback(
    async (problem: Problem) => {
      await api(`${base}/problem`, { body: problem, token });
    },
    [base, token],
  );

  if (order)
    return (
      <OrderView
        order={order}
        mail={mail}
        seen={seen}
        base={base}
        token={token}
        takesReviews={takesReviews}
        keepOffer={keepOffer}
        onReport={report}
        onCancel={cancel}
        onTimeOver={refresh}
      />
    );
  if (isLoading) return waiting;
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

type OrderViewProps = Pick<OrderPageProps, "seen" | "takesReviews" | "keepOffer"> & {
  order: OrderDetail;
  mail: OrderMailOut | undefined;
  base: string;
  token: string | null;
  onReport: (problem: Problem) => Promise<void>;
  onCancel: () => Promise<void>;
  onTimeOver: () => unknown;
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function OrderView({
  order,
  mail,
  seen,
  base,
  token,
  takesReviews,
  keepOffer,
  onReport,
  onCancel,
  onTimeOver,
}: OrderViewProps) {
  const t = useTranslations("order");
  const drawn = useMemo(
    () => (seen && isSame([seen.order, seen.mail], [order, mail]) ? seen.drawn : undefined),
    [seen, order, mail],
  );
  const isShown = hasKeys(order);
  const waiting = order.status === "pending_payment";
  const isPaid = order.payment_status !== "unpaid";
  const isOver = order.status === "canceled" || order.status === "expired" || order.status === "refunded";
  const mayChange = waiting || (order.payment_status === "paid" && order.fulfillment_status !== "ready");
  const { order_no: orderNo } = order;
  const goods = isShown ? (
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
          {isShown ? null : (
            <div role="status">
              {drawn?.state ?? <OrderState order={order} mail={mail} meanwhile={seen?.drawn.state} />}
            </div>
          )}
          {order.status === "delivered" && order.fulfillment_status === "ready" ? (
            <p className="-mb-6 font-medium text-pine print:hidden">{t("thanks")}</p>
          ) : null}
          {order.gift ? (
            <GiftPanel order={order} first={seen?.gift ?? null} base={base} token={token}>
              {goods}
            </GiftPanel>
          ) : (
            goods
          )}
          {isShown && order.fulfillment_status !== "ready" && order.fulfillment_status !== "revoked" ? (
            <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">
              {t("partial")}
            </p>
          ) : null}
          {isShown && order.items.some((item) => item.delivers?.some((code) => ending.includes(code))) ? (
            <>
              <OrderRenewals orderNo={orderNo} base={base} token={token} />
              <OrderLicenses base={base} token={token} />
            </>
          ) : null}
          {isPaid && mail && mail.state !== "none" && (mail.state !== "off" || isShown) ? (
            <MailNote mail={mail} base={base} token={token}>
              {drawn?.mail ?? <MailText order={order} mail={mail} meanwhile={seen?.drawn.mail} />}
            </MailNote>
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
                  goods={seen?.goods ?? {}}
                  variant={isOver && !isShown && !mayBePaidLate(order) ? "primary" : "secondary"}
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
          {drawn?.summary ?? (
            <OrderSummary order={order} pictures={seen?.pictures} meanwhile={seen?.drawn.summary} />
          )}
          {isPaid ? keepOffer : null}
          {isPaid ? (
            <div className="print:hidden">
              <ProblemReport
                order={order}
                sendsMail={mail === undefined ? false : mail.state !== "off"}
                onReport={onReport}
              />
            </div>
          ) : null}
          {/* Comes late, below everything that it could move. */}
          {isPaid && !order.gift ? <KeepGoods order={order} /> : null}
        </div>
      </div>
    </div>
  );
}
