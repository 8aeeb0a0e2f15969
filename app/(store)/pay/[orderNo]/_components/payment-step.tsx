"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { goToPayment } from "@/components/store/go-to-payment";
import { CancelButton } from "@/components/store/order/cancel-button";
import { leftToPay, withFee } from "@/components/store/order/left-to-pay";
import {
  failedChannel,
  failedTimes,
  failingLast,
  firstChoice,
  payStateOf,
} from "@/components/store/order/pay-state";
import { keepPayment, type PlacedOrder } from "@/components/store/order/placed-order";
import { usePaymentOfOrder } from "@/components/store/order/use-payment-of-order";
import { PaymentBox } from "@/components/store/payment-box";
import { brokenRequest } from "@/components/store/request-id";
import { usePaymentCheck } from "@/components/store/use-payment-check";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentChannelView, PaymentView } from "@/lib/payments/schema";
import { AmountDue } from "./amount-due";
import { PayNotice } from "./pay-notice";
import { PaymentChoice } from "./payment-choice";

/** How the server found the payment of this order. */
export type FirstAttempt = {
  payment: PaymentView | null;
  qrImage: string | null;
  hasReturned: boolean;
};

type PaymentStepProps = {
  order: OrderDetail;
  channels: readonly PaymentChannelView[];
  first: FirstAttempt;
  balance: string | null;
  base: string;
  token: string | null;
  onChange: () => Promise<unknown>;
};

const noAnswer = 40906;

/** The payment under way, or the choice of another one. */
export function PaymentStep({ order, channels, first, balance, base, token, onChange }: PaymentStepProps) {
  const t = useTranslations("order.pay");
  const locale = useLocale();
  const orderNo = order.order_no;
  const { payment, givenUp, begin, giveUp, end } = usePaymentOfOrder(order, first.payment);
  const [chosen, setChosen] = useState<number | null>(() => firstChoice(order, channels, first.payment));
  const [useBalance, setUseBalance] = useState(false);
  const [unanswered, setUnanswered] = useState<string | null>(null);

  const { submit, pending, formError, problem } = useSubmit(async () => {
    setUnanswered(null);
    try {
      const placed = await api<PlacedOrder>(`${base}/pay`, {
        body: {
          ...(chosen === null ? {} : { payment_channel_id: chosen }),
          ...(useBalance ? { use_balance: true } : {}),
        },
        token,
      });
      if (placed.payment) {
        keepPayment(orderNo, placed.payment);
        begin(placed.payment);
        goToPayment(placed.payment, `/pay/${orderNo}?returned`);
      }
      await onChange();
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== noAnswer) throw cause;
      setUnanswered(cause.requestId);
      // The order says that the gateway did not answer, in every tab.
      await onChange();
    }
  });

  usePaymentCheck(payment?.payment_no ?? null, {
    onPaid: () => void onChange(),
    onFailed: () => void onChange(),
  });

  async function cancel() {
    await api(`${base}/cancel`, { method: "POST", body: {}, token });
    await onChange();
  }

  const last = order.last_payment;
  // The payment of this page is over as soon as the order says so.
  const isOver = payment !== null && last?.payment_no === payment.payment_no && last.state === "failed";
  useEffect(() => {
    if (isOver) end();
  }, [isOver, end]);

  const state = payStateOf(order, {
    hasPayment: payment !== null && !isOver,
    isContacting: pending,
    hasReturned: first.hasReturned,
    givenUp,
  });
  const nameOf = (id: number | null) => channels.find((one) => one.id === id)?.name ?? "";
  const channel = channels.find(({ id }) => id === (payment?.channel_id ?? chosen));
  const named = nameOf(state === "elsewhere" ? (last?.channel_id ?? null) : failedChannel(order));
  const left = leftToPay(order);
  const isUnderWay = state === "waiting" || state === "returned";
  const product = order.items[0];
  const failed = failedTimes(order);

  return (
    <>
      <AmountDue
        order={order}
        amount={isUnderWay && payment ? payment.amount : withFee(left, channel)}
        left={left}
        atGateway={isUnderWay && payment ? payment : null}
        onOver={() => void onChange()}
      />
      <PayNotice
        state={state}
        channel={named}
        held={
          order.wallet_paid_amount === "0.00"
            ? null
            : formatMoney(order.wallet_paid_amount, order.currency, locale)
        }
        requestId={unanswered}
      />
      {isUnderWay && payment ? (
        <div className="mt-6">
          <noscript>
            <meta httpEquiv="refresh" content="8" />
          </noscript>
          <PaymentBox
            payment={payment}
            currency={order.currency}
            channel={channel?.name ?? t("title")}
            qrImage={payment.payment_no === first.payment?.payment_no ? first.qrImage : null}
          />
          <div className="mt-3 text-center [@media(scripting:none)]:hidden">
            <Button variant="link" size="sm" onClick={giveUp}>
              {t("change")}
            </Button>
          </div>
        </div>
      ) : (
        <PaymentChoice
          order={order}
          channels={failingLast(channels, failed)}
          failed={failed}
          chosen={chosen}
          onChoose={setChosen}
          takesFocus={givenUp !== null}
          balance={order.wallet_paid_amount === "0.00" ? balance : null}
          useBalance={useBalance}
          onUseBalance={setUseBalance}
          isContacting={state === "contacting"}
          error={formError()}
          requestId={brokenRequest(problem)}
          onSend={() => submit()}
        />
      )}
      <footer className="mt-5 flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3">
        {product ? (
          <Link href={`/products/${product.slug}`} className={buttonClass("ghost", "sm")}>
            {t("backToProduct")}
          </Link>
        ) : (
          <span />
        )}
        <CancelButton orderNo={orderNo} onCancel={cancel} size="sm" />
      </footer>
    </>
  );
}
