"use client";

import { LoaderCircle } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { ChannelIcon } from "@/components/store/channel-icon";
import { Countdown } from "@/components/store/countdown";
import { differenceOf, leftToPay, withFee } from "@/components/store/order/left-to-pay";
import { keepPayment, type PlacedOrder, readKeptPayment } from "@/components/store/order/placed-order";
import { goToPayment, PaymentBox } from "@/components/store/payment-box";
import { usePaymentCheck } from "@/components/store/use-payment-check";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { formatMoney, Money } from "@/components/ui/money";
import { RadioCard } from "@/components/ui/radio";
import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentChannelView, PaymentView } from "@/lib/payments/schema";

type PaymentStepProps = {
  order: OrderDetail;
  channels: readonly PaymentChannelView[];
  base: string;
  token: string | null;
  onChange: () => void;
};

/** The payment under way, or the choice of another one. */
export function PaymentStep({ order, channels, base, token, onChange }: PaymentStepProps) {
  const t = useTranslations("order.pay");
  const locale = useLocale();
  const [payment, setPayment] = useState<PaymentView | null>(() => readKeptPayment(order.order_no));
  const [chosen, setChosen] = useState<number | null>(payment?.channel_id ?? channels[0]?.id ?? null);
  const { submit, pending, formError } = useSubmit(
    async () => {
      const placed = await api<PlacedOrder>(`${base}/pay`, {
        body: chosen === null ? {} : { payment_channel_id: chosen },
        token,
      });
      if (placed.payment) {
        keepPayment(order.order_no, placed.payment);
        setPayment(placed.payment);
        goToPayment(placed.payment, `/pay/${order.order_no}`);
      }
      onChange();
    },
    { "40906": t("noAnswer") },
  );

  usePaymentCheck(payment?.payment_no ?? null, onChange);

  const channel = channels.find(({ id }) => id === (payment?.channel_id ?? chosen));
  const left = leftToPay(order);
  const amount = payment?.amount ?? withFee(left, channel);
  const due = <AmountDue order={order} amount={amount} left={left} onOver={onChange} />;

  if (payment) {
    return (
      <>
        {due}
        <div className="mt-6">
          <PaymentBox payment={payment} currency={order.currency} channel={channel?.name ?? t("title")} />
          <p
            role="status"
            className="mt-6 flex items-center justify-center gap-2 text-center text-ink-muted text-sm"
          >
            <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden />
            {t("waiting")}
          </p>
          <div className="mt-2 text-center">
            <Button variant="link" size="sm" onClick={() => setPayment(null)}>
              {t("change")}
            </Button>
          </div>
        </div>
      </>
    );
  }

  return (
    <>
      {due}
      <fieldset className="mt-6">
        <legend className="mb-2 font-medium text-sm">{t("choose")}</legend>
        <div className="flex flex-col gap-2">
          {channels.map((channel) => (
            <RadioCard
              key={channel.id}
              name="channel"
              value={channel.id}
              checked={chosen === channel.id}
              onChange={() => setChosen(channel.id)}
              label={channel.name}
              hint={Number(channel.fee_rate) > 0 ? t("fee", { rate: `${channel.fee_rate}%` }) : undefined}
              aside={<ChannelIcon channel={channel} />}
            />
          ))}
        </div>
      </fieldset>
      <div className="mt-3">
        <FieldError>{formError()}</FieldError>
      </div>
      <Button
        size="lg"
        className="mt-3 w-full"
        loading={pending}
        disabled={chosen === null}
        onClick={() => submit()}
      >
        {t("start", { amount: formatMoney(amount, order.currency, locale) })}
      </Button>
    </>
  );
}

type AmountDueProps = { order: OrderDetail; amount: string; left: string; onOver: () => void };

/** What the gateway will ask for: with its fee, if it takes one. */
function AmountDue({ order, amount, left, onOver }: AmountDueProps) {
  const t = useTranslations("order.pay");
  const locale = useLocale();
  const fee = differenceOf(amount, left);
  return (
    <header className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="font-medium text-base text-ink-muted tracking-normal">{t("title")}</h1>
        <p className="mt-0.5 font-semibold text-3xl">
          <Money value={amount} currency={order.currency} />
        </p>
        {fee === null ? null : (
          <p className="mt-1 text-ink-muted text-sm">
            {t("withFee", { fee: formatMoney(fee, order.currency, locale) })}
          </p>
        )}
      </div>
      <Countdown until={order.expire_at} label={t("timeLeft")} onOver={onOver} />
    </header>
  );
}
