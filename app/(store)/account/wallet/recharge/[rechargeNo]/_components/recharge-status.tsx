"use client";

import { CircleAlert, CircleCheck, Clock, LoaderCircle } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/api/use-error-text";
import { Countdown } from "@/components/store/countdown";
import { differenceOf } from "@/components/store/order/left-to-pay";
import { PaymentBox } from "@/components/store/payment-box";
import { usePaymentCheck } from "@/components/store/use-payment-check";
import { useRead } from "@/components/store/use-read";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { formatMoney, Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import type { RechargeWithPayment } from "@/lib/checkout/schema";
import type { PaymentChannelView } from "@/lib/payments/schema";

const soon = 2_500;
/** Money may still come after the time to pay is over. */
const slow = 20_000;
const lateFor = 3_600_000;

function lookAgainAfter(recharge: RechargeWithPayment | undefined, openedMs: number): number {
  if (recharge?.status === "pending") return soon;
  return recharge?.status === "expired" && openedMs < lateFor ? slow : 0;
}

type RechargeStatusProps = { rechargeNo: string; channels: readonly PaymentChannelView[]; currency: string };

export function RechargeStatus({ rechargeNo, channels, currency }: RechargeStatusProps) {
  const t = useTranslations("account.recharge");
  const locale = useLocale();
  const errorText = useErrorText();
  const [opened] = useState(() => Date.now());
  const { data, error, read } = useRead<RechargeWithPayment>(`/wallet/recharges/${rechargeNo}`, {
    everyMs: (recharge) => lookAgainAfter(recharge, Date.now() - opened),
  });
  usePaymentCheck(data?.status === "pending" ? (data.payment?.payment_no ?? null) : null, {
    onPaid: () => void read(),
    onFailed: () => void read(),
  });

  if (error && !data) {
    return <ErrorState message={errorText(error)} requestId={error.requestId} onRetry={() => void read()} />;
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("title")} className="rounded-xl border border-line bg-surface p-6">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="mt-6 h-40 w-full" />
      </div>
    );
  }
  if (data.status !== "pending") {
    const paid = data.status === "paid";
    const Icon = paid ? CircleCheck : Clock;
    return (
      <section
        role="status"
        className="flex flex-col items-center rounded-xl border border-line bg-surface px-6 py-12 text-center"
      >
        <Icon className={`size-14 ${paid ? "text-ok" : "text-ink-faint"}`} strokeWidth={1.5} aria-hidden />
        <h1 className="mt-4 text-2xl">{paid ? t("paidTitle") : t("expiredTitle")}</h1>
        <p className="mt-1 text-ink-muted">
          {paid ? t("paidText", { amount: formatMoney(data.amount, currency, locale) }) : t("expiredText")}
        </p>
        <Link href="/account/wallet" className={buttonClass("primary", "md", "mt-6")}>
          {t("toWallet")}
        </Link>
      </section>
    );
  }
  const channel = channels.find(({ id }) => id === data.payment?.channel_id);
  const due = data.payment?.amount ?? data.amount;
  const fee = differenceOf(due, data.amount);
  return (
    <section className="max-w-xl rounded-xl border border-line bg-surface p-5 sm:p-7">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h1 className="font-medium text-base text-ink-muted tracking-normal">{t("title")}</h1>
          <p className="mt-0.5 font-semibold text-3xl">
            <Money value={due} currency={currency} />
          </p>
          {fee === null ? null : (
            <p className="mt-1 text-ink-muted text-sm">
              {t("withFee", {
                amount: formatMoney(data.amount, currency, locale),
                fee: formatMoney(fee, currency, locale),
              })}
            </p>
          )}
        </div>
        <Countdown until={data.expire_at} label={t("timeLeft")} onOver={() => void read()} />
      </header>
      {data.payment ? (
        <>
          <div className="mt-6">
            <PaymentBox payment={data.payment} currency={currency} channel={channel?.name ?? ""} />
          </div>
          <p role="status" className="mt-6 flex items-center justify-center gap-2 text-ink-muted text-sm">
            <LoaderCircle className="size-4 animate-spin" aria-hidden />
            {t("waiting")}
          </p>
        </>
      ) : (
        <>
          <div
            role="alert"
            className="mt-5 flex items-start gap-3 rounded-lg bg-danger-soft px-4 py-3 text-danger text-sm"
          >
            <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
            <div>
              <p className="font-medium text-base">{t("failedTitle")}</p>
              <p className="mt-0.5">{t("failedText")}</p>
            </div>
          </div>
          <Link href="/account/wallet" className={buttonClass("primary", "lg", "mt-5 w-full")}>
            {t("again")}
          </Link>
        </>
      )}
    </section>
  );
}
