import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import type { ReceiptDocument } from "@/lib/orders/receipts/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { ReceiptLines } from "./receipt-lines";

const nothing = "0.00";

type ReceiptSheetProps = {
  document: ReceiptDocument;
  order: OrderDetail;
  /** The shop's picture, where the page has one. */
  mark?: ReactNode;
};

/** One document on one sheet, without the keys: it is passed on. */
export async function ReceiptSheet({ document, order, mark }: ReceiptSheetProps) {
  const t = await getTranslations("order.receipt");
  const { seller } = document;
  const isNote = document.kind === "credit_note";
  return (
    <article className="rounded-lg border border-line bg-surface p-5 sm:p-8 print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-semibold text-lg">
            {mark}
            {seller.name}
          </p>
          {seller.owner ? (
            <p className="mt-2 whitespace-pre-line break-words text-ink-muted text-sm">{seller.owner}</p>
          ) : null}
          {seller.contact ? (
            <p className="mt-1 break-words text-ink-muted text-sm">{seller.contact}</p>
          ) : null}
          {seller.taxId ? (
            <p className="mt-1 break-words text-ink-muted text-sm">{t("taxId", { id: seller.taxId })}</p>
          ) : null}
        </div>
        <div className="text-end text-sm">
          <h1 className="text-2xl">{isNote ? t("creditNote") : t("title")}</h1>
          <p className="mt-1 break-all font-mono">{document.number}</p>
          <p className="text-ink-muted">
            <DateTime value={document.issuedAt} style="date" />
          </p>
          {document.receiptNumber ? (
            <p className="text-ink-muted">{t("creditNoteFor", { number: document.receiptNumber })}</p>
          ) : null}
        </div>
      </header>
      <dl className="mt-6 grid gap-1 text-sm">
        <Fact label={t("order")}>
          <span className="break-all font-mono">{order.order_no}</span>
        </Fact>
        {order.paid_at ? (
          <Fact label={t("paid")}>
            <DateTime value={order.paid_at} style="date" />
          </Fact>
        ) : null}
        {order.email ? (
          <Fact label={t("for")}>
            <span className="break-all">{order.email}</span>
          </Fact>
        ) : null}
        {document.reason ? (
          <Fact label={t("reason")}>
            <span className="break-words">{document.reason}</span>
          </Fact>
        ) : null}
      </dl>
      {isNote ? null : <ReceiptLines order={order} />}
      <dl className="mt-4 ms-auto flex w-full max-w-xs flex-col gap-1.5 text-sm">
        {isNote ? null : <Reductions order={order} />}
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-2 font-semibold text-base">
          <dt>
            {isNote ? t("returned") : t("charged")}
            {seller.taxNote ? (
              <span className="ms-2 font-normal text-ink-muted text-xs">{seller.taxNote}</span>
            ) : null}
          </dt>
          <dd>
            <Money value={document.gross} currency={order.currency} />
          </dd>
        </div>
        {document.taxRate === null ? null : (
          <>
            <ReceiptRow label={t("net")} amount={document.net} currency={order.currency} />
            <ReceiptRow
              label={
                document.taxCountry
                  ? t("taxOf", { rate: document.taxRate, country: document.taxCountry })
                  : t("tax", { rate: document.taxRate })
              }
              amount={document.tax}
              currency={order.currency}
            />
          </>
        )}
        {isNote ? null : <PaidBy order={order} />}
      </dl>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Lists the steps from the prices to the total. */
async function Reductions({ order }: { order: OrderDetail }) {
  const t = await getTranslations("order");
  const { currency, paid_through: paid } = order;
  const reductions = order.reductions ?? [
    { kind: "discount" as const, name: null, amount: order.discount_amount },
  ];
  return (
    <>
      {order.discount_amount === nothing ? null : (
        <>
          <ReceiptRow label={t("original")} amount={order.original_amount} currency={currency} />
          {reductions.map(({ kind, name, amount }) => (
            <ReceiptRow
              key={kind}
              label={t(`reduction.${kind}`, { name: name ?? "" })}
              amount={amount}
              currency={currency}
              sign="−"
            />
          ))}
        </>
      )}
      {paid && paid.fee_amount !== nothing ? (
        <ReceiptRow label={t("fee")} amount={paid.fee_amount} currency={currency} />
      ) : null}
    </>
  );
}

async function PaidBy({ order }: { order: OrderDetail }) {
  const t = await getTranslations("order");
  const { currency, paid_through: paid } = order;
  return (
    <>
      {order.wallet_paid_amount === nothing ? null : (
        <ReceiptRow label={t("fromBalance")} amount={order.wallet_paid_amount} currency={currency} />
      )}
      {paid ? (
        <ReceiptRow
          label={t("paidThrough", { channel: paid.channel })}
          amount={paid.amount}
          currency={currency}
        />
      ) : null}
    </>
  );
}

type ReceiptRowProps = { label: string; amount: string; currency: string; sign?: "+" | "−" };

export function ReceiptRow({ label, amount, currency, sign }: ReceiptRowProps) {
  return (
    <div className="flex justify-between gap-4 text-ink-muted">
      <dt className="min-w-0 break-words">{label}</dt>
      <dd>
        <Money value={amount} currency={currency} {...(sign ? { sign } : {})} />
      </dd>
    </div>
  );
}
