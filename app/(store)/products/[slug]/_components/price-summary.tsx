"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import type { OrderPreview } from "@/lib/orders/place/preview-schema";
import { isZero } from "./use-quote";

type PriceSummaryProps = {
  quote: OrderPreview | undefined;
  quantity: number;
  stale: boolean;
  taxNote: string | null;
};

/** Shows what the server calculated and calculates nothing. Its height stays while the price is on its way. */
export function PriceSummary({ quote, quantity, stale, taxNote }: PriceSummaryProps) {
  const t = useTranslations("checkout");
  if (!quote) {
    return (
      <div role="status" aria-label={t("calculating")} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-7 w-full" />
      </div>
    );
  }
  const { currency } = quote;
  const line = quote.items[0];
  return (
    <dl
      aria-busy={stale}
      className={cx("flex flex-col gap-1.5 text-sm transition-opacity", stale && "opacity-55")}
    >
      <Row
        label={
          line && quantity > 1 ? (
            <>
              {t("goods")} <Money value={line.list_price} currency={currency} /> × {quantity}
            </>
          ) : (
            t("goods")
          )
        }
      >
        <Money value={quote.original_amount} currency={currency} />
      </Row>
      {quote.reductions.map(({ kind, name, amount }) => (
        <Row key={kind} label={t(`reduction.${kind}`, { name: name ?? "" })} tone="text-ok">
          <Money value={amount} currency={currency} sign="−" />
        </Row>
      ))}
      {isZero(quote.wallet_paid_amount) ? null : (
        <Row label={t("balance")}>
          <Money value={quote.wallet_paid_amount} currency={currency} sign="−" />
        </Row>
      )}
      {isZero(quote.fee_amount) ? null : (
        <Row label={t("fee")}>
          <Money value={quote.fee_amount} currency={currency} />
        </Row>
      )}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-2.5">
        <dt className="font-medium">
          {t("total")}
          {taxNote ? <span className="ms-2 font-normal text-ink-muted text-xs">{taxNote}</span> : null}
        </dt>
        <dd className="font-semibold text-xl">
          <Money value={quote.payable_amount} currency={currency} />
        </dd>
      </div>
      {quote.gateway_amount && quote.gateway_currency ? (
        <Row label={t("charged")} tone="text-ink">
          <Money value={quote.gateway_amount} currency={quote.gateway_currency} className="font-medium" />
        </Row>
      ) : null}
    </dl>
  );
}

function Row({ label, tone, children }: { label: ReactNode; tone?: string; children: ReactNode }) {
  return (
    <div className={cx("flex justify-between gap-4", tone ?? "text-ink-muted")}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
