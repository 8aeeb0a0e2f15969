"use client";

import { useLocale, useTranslations } from "next-intl";
import { ChannelIcon } from "@/components/store/channel-icon";
import { cx } from "@/components/ui/cx";
import { FieldError } from "@/components/ui/field";
import { namedCurrency } from "@/components/ui/money";
import { RadioCard } from "@/components/ui/radio";
import type { PaymentChannelView } from "@/lib/payments/schema";

type ChannelPickerProps = {
  channels: readonly PaymentChannelView[];
  value: number | null;
  error?: string;
  onChange: (id: number) => void;
};

export function ChannelPicker({ channels, value, error, onChange }: ChannelPickerProps) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  if (channels.length === 0) {
    return <p className="rounded-md bg-warn-soft px-3.5 py-3 text-sm text-warn">{t("noChannels")}</p>;
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{t("channel")}</legend>
      <div className={cx("grid gap-2", channels.length > 1 && "sm:grid-cols-2")}>
        {channels.map((channel) => (
          <RadioCard
            key={channel.id}
            name="payment_channel_id"
            value={channel.id}
            checked={value === channel.id}
            onChange={() => onChange(channel.id)}
            label={channel.name}
            hint={
              [
                Number(channel.fee_rate) > 0 ? t("channelFee", { rate: `${channel.fee_rate}%` }) : null,
                channel.exchange_rate ? t("channelCurrency", namedCurrency(channel.currency, locale)) : null,
              ]
                .filter(Boolean)
                .join(" · ") || undefined
            }
            aside={<ChannelIcon channel={channel} />}
          />
        ))}
      </div>
      <div className="mt-1.5">
        <FieldError>{error}</FieldError>
      </div>
    </fieldset>
  );
}
