import { CircleCheck, CircleX } from "lucide-react";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { findTestPayment, type TestPaymentView } from "@/lib/payments/test-gateway/queries";
import { getSettings } from "@/lib/settings/queries";

export default async function Page({ params }: { params: Promise<{ tradeNo: string }> }) {
  const [payment, settings, t] = await Promise.all([
    findTestPayment((await params).tradeNo),
    getSettings(),
    getTranslations("test-gateway"),
  ]);
  if (!payment) notFound();
  const rows = [
    [t("item"), payment.name, ""],
    [t("merchant"), settings.siteName, ""],
    [t("reference"), payment.outTradeNo, "font-mono text-xs leading-5"],
    [t("trade"), payment.tradeNo, "font-mono text-xs leading-5"],
  ] as const;
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
      <header className="border-line border-b border-dashed px-6 pt-8 pb-7 text-center">
        <h1 className="font-medium text-base text-ink-muted tracking-normal">{t("amount")}</h1>
        <p className="mt-1 font-semibold text-4xl tracking-tight">
          <Money value={payment.money} currency={settings.currency} />
        </p>
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 px-6 py-5 text-sm">
        {rows.map(([label, value, look]) => (
          <div key={label} className="contents">
            <dt className="text-ink-muted">{label}</dt>
            <dd className={`min-w-0 break-words text-end font-medium ${look}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="border-line border-t px-6 py-6">
        {payment.status === "waiting" ? <Choice tradeNo={payment.tradeNo} /> : <Outcome payment={payment} />}
      </div>
    </section>
  );
}

async function Choice({ tradeNo }: { tradeNo: string }) {
  const t = await getTranslations("test-gateway");
  return (
    <>
      <form method="post" action={`/test-gateway/pay/${tradeNo}/decide`} className="flex flex-col gap-3">
        <Button type="submit" name="decision" value="pay" size="lg">
          {t("pay")}
        </Button>
        <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
          <Button type="submit" name="decision" value="fail" variant="secondary">
            {t("fail")}
          </Button>
          <Button type="submit" name="decision" value="close" variant="secondary">
            {t("close")}
          </Button>
        </div>
      </form>
      <details className="mt-5 text-sm">
        <summary className="text-ink-muted underline-offset-4 hover:underline">{t("what")}</summary>
        <ul className="mt-3 flex flex-col gap-2 text-ink-muted">
          {(["pay", "fail", "close"] as const).map((name) => (
            <li key={name}>
              <strong className="font-medium text-ink">{t(name)}:</strong> {t(`${name}Does`)}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

async function Outcome({ payment }: { payment: TestPaymentView }) {
  const t = await getTranslations("test-gateway");
  const { status, isAcknowledged, notifyAttempts } = payment;
  const isPaid = status === "paid";
  const Mark = isPaid ? CircleCheck : CircleX;
  const text = isPaid ? t(isAcknowledged ? "paidText" : "paidWaiting") : t("unpaidText");
  return (
    <div role="status" className="flex flex-col items-center text-center">
      <Mark className={isPaid ? "size-10 text-ok" : "size-10 text-ink-faint"} strokeWidth={1.5} aria-hidden />
      <h2 className="mt-3 text-lg">{t(status === "failed" ? "failed" : isPaid ? "paid" : "closed")}</h2>
      <p className="mt-1 text-ink-muted text-sm">{text}</p>
      {isPaid ? (
        <p className="mt-1 text-ink-faint text-xs">{t("attempts", { count: notifyAttempts })}</p>
      ) : null}
      <Button asChild className="mt-5" variant={isPaid ? "primary" : "secondary"}>
        <a href={payment.returnUrl}>{t("back")}</a>
      </Button>
    </div>
  );
}
