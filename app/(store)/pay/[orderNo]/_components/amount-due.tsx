"use client";

import { useLocale, useTranslations } from "next-intl";
import { Countdown } from "@/components/store/countdown";
import { differenceOf } from "@/components/store/order/left-to-pay";
import { formatMoney, Money } from "@/components/ui/money";
import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentView } from "@/lib/payments/schema";

type AmountDueProps = {
  order: OrderDetail;
  amount: string;
  left: string;
  atGateway: Pick<PaymentView, "gateway_amount" | "gateway_currency"> | null;
  onOver: () => void;
};

/** Shows the sum that the gateway will ask for: with its fee, if it takes one. */
export function AmountDue({ order, amount, left, atGateway, onOver }: AmountDueProps) {
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
        {atGateway?.gateway_amount && atGateway.gateway_currency ? (
          <p className="mt-1 text-ink-muted text-sm">
            {t("atGateway", {
              amount: formatMoney(atGateway.gateway_amount, atGateway.gateway_currency, locale),
            })}
          </p>
        ) : null}
      </div>
      <Countdown until={order.expire_at} label={t("timeLeft")} onOver={onOver} />
    </header>
  );
}
