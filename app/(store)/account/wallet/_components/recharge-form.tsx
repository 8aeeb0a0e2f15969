"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { ChannelIcon } from "@/components/store/channel-icon";
import { goToPayment } from "@/components/store/go-to-payment";
import { withFee } from "@/components/store/order/left-to-pay";
import { SlowPaymentPage } from "@/components/store/slow-payment-page";
import { useSlowPaymentPage } from "@/components/store/use-slow-payment-page";
import { ChipGroup } from "@/components/ui/chip-group";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { formatMoney, namedCurrency } from "@/components/ui/money";
import { RadioCard } from "@/components/ui/radio";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import type { RechargeWithPayment } from "@/lib/checkout/schema";
import { decimalsOf, writeAmount } from "@/lib/core/money";
import type { PaymentChannelView } from "@/lib/payments/schema";

/** A thousand yen are worth about ten of most currencies with decimals. */
const offersOf = (currency: string) =>
  decimalsOf(currency) === 0
    ? (["1000.00", "2000.00", "5000.00", "10000.00"] as const)
    : (["10.00", "20.00", "50.00", "100.00"] as const);
const other = "other";

/** Only for the text on the button; the server reads what was typed. */
function tidyAmount(text: string): string | null {
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? text : null;
}

export function RechargeForm({
  channels,
  currency,
}: {
  channels: readonly PaymentChannelView[];
  currency: string;
}) {
  const t = useTranslations("account.wallet");
  const locale = useLocale();
  const router = useRouter();
  const [offer, setOffer] = useState<string>(() => offersOf(currency)[1]);
  const [typed, setTyped] = useState("");
  const [channelId, setChannelId] = useState(channels[0]?.id ?? null);
  const amount = tidyAmount(offer === other ? typed.trim() : offer);
  const channel = channels.find(({ id }) => id === channelId);

  const { slow, watch } = useSlowPaymentPage();
  const { submit, pending, fieldError, formError } = useSubmit(
    async () => {
      const recharge = await api<RechargeWithPayment>("/wallet/recharge", {
        body: { amount, payment_channel_id: channelId },
      });
      const waitAt = `/account/wallet/recharge/${recharge.recharge_no}`;
      if (recharge.payment && goToPayment(recharge.payment, waitAt)) {
        watch(recharge.payment, waitAt);
        return new Promise<void>(() => {});
      }
      router.push(waitAt);
    },
    { "40906": t("noAnswer") },
  );

  if (channels.length === 0) return <p className="text-ink-muted text-sm">{t("noChannels")}</p>;
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <ChipGroup
        legend={t("amount")}
        value={offer}
        onChange={setOffer}
        chips={[
          ...offersOf(currency).map((value) => ({
            value: value as string,
            label: formatMoney(value, currency, locale),
          })),
          { value: other, label: t("otherAmount") },
        ]}
      />
      {offer === other ? (
        <Field label={t("otherAmount")} hideLabel error={fieldError("amount")}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            maxLength={15}
            placeholder={writeAmount("0.00", currency)}
            value={typed}
            onChange={(event) => setTyped(event.target.value.replace(",", "."))}
          />
        </Field>
      ) : null}
      <fieldset>
        <legend className="mb-2 font-medium text-sm">{t("channel")}</legend>
        <div className="flex flex-col gap-2">
          {channels.map((channel) => (
            <RadioCard
              key={channel.id}
              name="recharge_channel"
              checked={channelId === channel.id}
              onChange={() => setChannelId(channel.id)}
              label={channel.name}
              hint={
                [
                  Number(channel.fee_rate) > 0 ? t("channelFee", { rate: `${channel.fee_rate}%` }) : null,
                  channel.exchange_rate
                    ? t("channelCurrency", namedCurrency(channel.currency, locale))
                    : null,
                ]
                  .filter(Boolean)
                  .join(" · ") || undefined
              }
              aside={<ChannelIcon channel={channel} />}
            />
          ))}
        </div>
      </fieldset>
      <FieldError>{offer === other ? formError("amount") : formError()}</FieldError>
      {slow ? (
        <SlowPaymentPage
          opening={slow}
          words={{
            title: t("slow.title", { channel: channel?.name ?? "" }),
            text: t("slow.text"),
            again: t("slow.again"),
            leave: t("slow.toTopUp"),
          }}
        />
      ) : null}
      <SubmitButton loading={pending} disabled={amount === null || channelId === null}>
        {t("rechargeSubmit", {
          amount: amount ? formatMoney(withFee(amount, channel), currency, locale) : "",
        })}
      </SubmitButton>
    </ScriptForm>
  );
}
