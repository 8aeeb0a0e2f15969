"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/api/use-error-text";
import { useCaptcha } from "@/components/store/auth/use-captcha";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { FieldError } from "@/components/ui/field";
import { Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import type { OwnRenewals } from "@/lib/orders/renewals/schema";
import { usePlaceOrder } from "../../../../products/[slug]/_components/use-place-order";
import { useQuote } from "../../../../products/[slug]/_components/use-quote";

type RenewFormProps = {
  orderNo: string;
  renewable: OwnRenewals["renewals"][number];
  /** Null for an account. */
  email: string | null;
  token: string | null;
  captcha: CaptchaConfig | null;
  taxNote: string | null;
};

/** Shows the renewed goods, their new end and the price, and orders them. */
export function RenewForm({ orderNo, renewable, email, token, captcha: asked, taxNote }: RenewFormProps) {
  const t = useTranslations("order.renewals");
  const errorText = useErrorText();
  const captcha = useCaptcha("guest_order", asked);
  const base = email === null ? "/orders" : "/guest/orders";
  const request = {
    product_id: renewable.product_id,
    sku_id: renewable.sku_id,
    quantity: 1,
    renews: {
      order_no: orderNo,
      item: renewable.item,
      ...(renewable.license_id ? { license_id: renewable.license_id } : {}),
      ...(token ? { token } : {}),
    },
    ...(email === null ? {} : { email }),
  };
  const { quote, error } = useQuote(`${base}/preview`, request);
  const submit = usePlaceOrder({
    path: base,
    title: renewable.title,
    readBody: () => ({ ...request, ...captcha.body }),
  });
  const facts = [
    [t("now"), <DateTime key="now" value={renewable.ends_at} />],
    [t("after"), <DateTime key="after" value={renewable.ends_at_after} />],
  ] as const;
  return (
    <form
      method="post"
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void submit.submit().finally(() => captcha.used());
      }}
    >
      <header>
        <h1 className="text-2xl">{t("heading")}</h1>
        <p className="mt-2 text-ink-muted">{t("lead", { days: renewable.days })}</p>
      </header>
      <section className="rounded-xl border border-line bg-surface p-5">
        <p className="break-words font-medium">
          {[renewable.title, renewable.sku_name].filter(Boolean).join(" · ")}
        </p>
        <dl className="mt-4 flex flex-col gap-2 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex items-baseline justify-between gap-4 border-line border-t pt-4">
          <span>
            {t("price")}
            {taxNote ? <span className="ms-2 text-ink-faint text-xs">{taxNote}</span> : null}
          </span>
          {quote ? (
            <strong className="text-xl">
              <Money value={quote.amount} currency={quote.currency} />
            </strong>
          ) : error ? null : (
            <Skeleton className="h-6 w-20" />
          )}
        </div>
      </section>
      {captcha.field(submit.fieldError("captcha", "captcha.captcha_code"))}
      <FieldError>
        {error ? errorText(error) : submit.formError("captcha", "captcha.captcha_code")}
      </FieldError>
      <Button type="submit" size="lg" loading={submit.pending} disabled={!quote}>
        {t("order")}
      </Button>
    </form>
  );
}
