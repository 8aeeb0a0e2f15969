"use client";

import { LoaderCircle } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ChannelIcon } from "@/components/store/channel-icon";
import { leftToPay, withFee } from "@/components/store/order/left-to-pay";
import { RequestId } from "@/components/store/request-id";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { formatMoney, namedCurrency } from "@/components/ui/money";
import { RadioCard } from "@/components/ui/radio";
import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentChannelView } from "@/lib/payments/schema";

type PaymentChoiceProps = {
  order: OrderDetail;
  channels: readonly PaymentChannelView[];
  /** How often each has failed for this order. */
  failed: ReadonlyMap<number, number>;
  chosen: number | null;
  onChoose: (id: number) => void;
  /** The buyer has just put a payment aside to choose another way. */
  takesFocus: boolean;
  balance: string | null;
  useBalance: boolean;
  onUseBalance: (wanted: boolean) => void;
  isContacting: boolean;
  error: string | undefined;
  /** Id of the request that broke, if one did. */
  requestId: string | null;
  onSend: () => unknown;
};

/** A plain form: where no script sends it, the server begins the payment and goes to the gateway itself. */
export function PaymentChoice(props: PaymentChoiceProps) {
  const { order, channels, chosen, isContacting, balance, failed } = props;
  const t = useTranslations("order.pay");
  const locale = useLocale();
  const channel = channels.find(({ id }) => id === chosen);
  const hasBalance = balance !== null && Number(balance) > 0;
  const due = formatMoney(withFee(leftToPay(order), channel), order.currency, locale);
  return (
    <form
      method="post"
      action={`/pay/${order.order_no}/start`}
      onSubmit={(event) => {
        event.preventDefault();
        void props.onSend();
      }}
    >
      <fieldset className="mt-6">
        <legend className="mb-2 font-medium text-sm">{t("choose")}</legend>
        <div className="flex flex-col gap-2">
          {channels.map((option) => (
            <RadioCard
              key={option.id}
              name="payment_channel_id"
              value={option.id}
              checked={chosen === option.id}
              autoFocus={props.takesFocus && option.id === (chosen ?? channels[0]?.id)}
              onChange={() => props.onChoose(option.id)}
              label={option.name}
              hint={
                failed.has(option.id)
                  ? t("didNotWork")
                  : [
                      Number(option.fee_rate) > 0 ? t("fee", { rate: `${option.fee_rate}%` }) : null,
                      option.exchange_rate ? t("inCurrency", namedCurrency(option.currency, locale)) : null,
                    ]
                      .filter(Boolean)
                      .join(" · ") || undefined
              }
              aside={<ChannelIcon channel={option} />}
            />
          ))}
        </div>
      </fieldset>
      {hasBalance ? (
        <label className="mt-3 flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="use_balance"
            className="size-5"
            checked={props.useBalance}
            onChange={(event) => props.onUseBalance(event.target.checked)}
          />
          {t("useBalance", { amount: formatMoney(balance, order.currency, locale) })}
        </label>
      ) : null}
      <div className="mt-3">
        <FieldError>
          {props.error}
          {props.requestId ? <RequestId id={props.requestId} /> : null}
        </FieldError>
      </div>
      <Button
        type="submit"
        size="lg"
        className="mt-3 w-full"
        disabled={isContacting || (chosen === null && !props.useBalance)}
        aria-busy={isContacting || undefined}
      >
        {isContacting ? (
          <>
            <LoaderCircle className="animate-spin" aria-hidden />
            {t("contacting", { channel: channel?.name ?? "" })}
          </>
        ) : props.useBalance ? (
          t("startWithBalance")
        ) : (
          t("start", { amount: due })
        )}
      </Button>
    </form>
  );
}
