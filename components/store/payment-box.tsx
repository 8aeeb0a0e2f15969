"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { formatMoney } from "@/components/ui/money";
import type { PaymentView } from "@/lib/payments/schema";
import { PaymentForm } from "./payment-form";
import { QrCode } from "./qr-code";

/**
 * Where the gateway has a page of its own, the buyer goes there at once. The way back leads to the page that waits for the
 * payment, and not to a form that would order again.
 */
export function goToPayment(payment: PaymentView, waitAt: string): boolean {
  if (payment.interaction !== "redirect" || !payment.pay_url || !/^https?:\/\//i.test(payment.pay_url))
    return false;
  window.history.replaceState(window.history.state, "", waitAt);
  // A page that the browser kept as it was left still shows the form.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  window.location.assign(payment.pay_url);
  return true;
}

type PaymentBoxProps = { payment: PaymentView; currency: string; channel: string };

/** How to pay what has been started: a code to scan, a page to open, or a form to send on. */
export function PaymentBox({ payment, currency, channel }: PaymentBoxProps) {
  const t = useTranslations("order.pay");
  const locale = useLocale();

  const amount = formatMoney(payment.amount, currency, locale);
  if (payment.form) return <PaymentForm form={payment.form} label={t("continueTo", { channel })} />;
  return (
    <div className="flex flex-col items-center gap-5">
      {payment.qr_code ? (
        <>
          <p className="text-center font-medium">{t("scan", { channel })}</p>
          <QrCode value={payment.qr_code} label={t("qrAlt")} />
          <p className="tabular font-medium text-lg">{amount}</p>
          {payment.pay_url ? (
            <p className="max-w-sm text-center text-ink-muted text-xs">{t("scanHint")}</p>
          ) : null}
        </>
      ) : null}
      {payment.pay_url ? (
        <Button asChild size="lg" variant={payment.qr_code ? "secondary" : "primary"} className="w-full">
          <a href={payment.pay_url} rel="noreferrer">
            {t("open")}
            {payment.qr_code ? null : ` · ${amount}`}
          </a>
        </Button>
      ) : null}
      {payment.pay_url && !payment.qr_code ? (
        <p className="max-w-sm text-center text-ink-muted text-sm">{t("openHint")}</p>
      ) : null}
    </div>
  );
}
