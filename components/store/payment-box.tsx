"use client";

import { Download, Smartphone } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { formatMoney } from "@/components/ui/money";
import type { PaymentView } from "@/lib/payments/schema";
import { QrCode, useQrImage } from "./qr-code";

type PaymentBoxProps = {
  payment: PaymentView;
  currency: string;
  channel: string;
  /** The code as the server drew it. */
  qrImage?: string | null;
};

/** How to pay what has been started: a code to scan, a page to open, or a form to send on. */
export function PaymentBox({ payment, currency, channel, qrImage }: PaymentBoxProps) {
  const t = useTranslations("order.pay");
  const locale = useLocale();
  const amount =
    payment.gateway_amount && payment.gateway_currency
      ? formatMoney(payment.gateway_amount, payment.gateway_currency, locale)
      : formatMoney(payment.amount, currency, locale);
  if (payment.form) return <PaymentForm form={payment.form} label={t("continueTo", { channel })} />;
  return (
    <div className="flex flex-col items-center gap-5">
      {payment.qr_code ? (
        <QrPayment
          code={payment.qr_code}
          channel={channel}
          image={qrImage}
          hasPage={payment.pay_url !== null}
        />
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

type QrPaymentProps = { code: string; channel: string; image: string | null | undefined; hasPage: boolean };

/** On a touch screen the app comes first: the phone that shows the code is the one that would have to scan it. */
function QrPayment({ code, channel, image: given, hasPage }: QrPaymentProps) {
  const t = useTranslations("order.pay");
  const image = useQrImage(code, given);
  const app = appLinkOf(code);
  return (
    <>
      <p className={cx("text-center font-medium", (app || hasPage) && "pointer-coarse:hidden")}>
        {t("scan", { channel })}
      </p>
      {app ? (
        <div className="hidden w-full pointer-coarse:block">
          <a href={app.href} className={buttonClass("primary", "lg", "w-full")}>
            <Smartphone aria-hidden />
            {t(`app.${app.app}`)}
          </a>
        </div>
      ) : null}
      <QrCode value={code} label={t("qrAlt")} image={image} />
      <div className="hidden w-full flex-col items-center gap-3 pointer-coarse:flex">
        <p className="max-w-sm text-center text-ink-muted text-sm">
          {app ? t(`save.${app.app}`) : t("save.other", { channel })}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          {image ? (
            <a href={image} download="payment-code.png" className={buttonClass("secondary")}>
              <Download aria-hidden />
              {t("saveCode")}
            </a>
          ) : null}
          <CopyButton value={code} label={t("copyLink")} variant="ghost" />
        </div>
      </div>
    </>
  );
}

export type AppLink = { app: "wechat" | "alipay"; href: string };

/** The app that a payment code is for, and how a phone opens it: the phone that shows a code cannot scan it. */
export function appLinkOf(code: string): AppLink | null {
  if (/^(weixin|wxp):/i.test(code)) return { app: "wechat", href: "weixin://" };
  if (/^alipays?:/i.test(code)) return { app: "alipay", href: code };
  if (/^https:\/\/qr\.alipay\.com\//i.test(code))
    return {
      app: "alipay",
      href: `alipays://platformapi/startapp?saId=10000007&qrcode=${encodeURIComponent(code)}`,
    };
  return null;
}

/** Some gateways are entered by a form. Only web addresses: an operator's typing error must not become script. */
export function PaymentForm({ form, label }: { form: NonNullable<PaymentView["form"]>; label: string }) {
  if (!/^https?:\/\//i.test(form.action)) return null;
  return (
    <form action={form.action} method="post" rel="noreferrer">
      {Object.entries(form.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="lg" className="w-full">
        {label}
      </Button>
    </form>
  );
}
