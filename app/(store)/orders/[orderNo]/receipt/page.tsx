import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { ShopMark } from "@/components/store/logo";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { isOrderNo } from "@/lib/core/ids";
import { findOwnOrder } from "../../../seen-order";
import { getShopSettings } from "../../../shop";
import { PrintButton } from "./_components/print-button";

type Props = { params: Promise<{ orderNo: string }> };

const nothing = "0.00";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("order.receipt");
  return {
    title: `${t("title")} ${(await params).orderNo}`,
    robots: { index: false, follow: false },
    referrer: "same-origin",
  };
}

/** What was bought, from whom and for how much, on one sheet and without the keys: it is passed on. */
export default async function ReceiptPage({ params }: Props) {
  const { orderNo } = await params;
  const own = isOrderNo(orderNo) ? await findOwnOrder(orderNo) : null;
  if (!own || own.order.payment_status === "unpaid") notFound();
  const [t, tOrder, settings] = await Promise.all([
    getTranslations("order.receipt"),
    getTranslations("order"),
    getShopSettings(),
  ]);
  const { order } = own;
  const { currency } = order;
  const back = own.buyer === "user" ? `/account/orders/${orderNo}` : `/orders/${orderNo}`;
  const reductions = order.reductions ?? [
    { kind: "discount" as const, name: null, amount: order.discount_amount },
  ];
  return (
    <main id="content" tabIndex={-1} className="page max-w-2xl pt-8 print:max-w-none print:pt-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link
          href={back}
          className="inline-flex min-h-9 items-center gap-1.5 text-ink-muted text-sm hover:text-ink"
        >
          <ArrowLeft className="size-4" aria-hidden />
          {t("back")}
        </Link>
        <ClientMessages areas={["order"]}>
          <PrintButton />
        </ClientMessages>
      </div>
      <article className="rounded-lg border border-line bg-surface p-5 sm:p-8 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="flex items-center gap-2 font-semibold text-lg">
              <ShopMark logo={settings.logo} />
              {settings.siteName}
            </p>
            {settings.owner ? (
              <p className="mt-2 whitespace-pre-line break-words text-ink-muted text-sm">{settings.owner}</p>
            ) : null}
            {settings.contact ? (
              <p className="mt-1 break-words text-ink-muted text-sm">{settings.contact}</p>
            ) : null}
          </div>
          <div className="text-right text-sm">
            <h1 className="text-2xl">{t("title")}</h1>
            <p className="mt-1 break-all font-mono">{order.order_no}</p>
            <p className="text-ink-muted">
              <DateTime value={order.paid_at ?? order.created_at} />
            </p>
          </div>
        </header>
        {order.email ? (
          <p className="mt-6 text-sm">
            <span className="text-ink-muted">{t("for")}</span>{" "}
            <span className="break-all">{order.email}</span>
          </p>
        ) : null}
        <table className="mt-6 w-full text-sm">
          <thead>
            <tr className="border-line border-b text-left text-ink-muted">
              <th scope="col" className="py-2 pr-3 font-normal">
                {t("item")}
              </th>
              <th scope="col" className="py-2 pr-3 text-right font-normal">
                {t("quantity")}
              </th>
              <th scope="col" className="hidden py-2 pr-3 text-right font-normal sm:table-cell">
                {t("unitPrice")}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {t("sum")}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.id} className="border-line border-b align-top">
                <td className="py-2.5 pr-3">
                  <span className="break-words">{item.title}</span>
                  {item.sku_name ? <span className="block text-ink-muted">{item.sku_name}</span> : null}
                </td>
                <td className="tabular py-2.5 pr-3 text-right">{item.quantity}</td>
                <td className="hidden py-2.5 pr-3 text-right sm:table-cell">
                  <Money value={item.unit_price} currency={currency} />
                </td>
                <td className="py-2.5 text-right">
                  <Money value={item.total_price} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="mt-4 ml-auto flex w-full max-w-xs flex-col gap-1.5 text-sm">
          {order.discount_amount === nothing ? null : (
            <>
              <Row label={tOrder("original")}>
                <Money value={order.original_amount} currency={currency} />
              </Row>
              {reductions.map(({ kind, name, amount }) => (
                <Row key={kind} label={tOrder(`reduction.${kind}`, { name: name ?? "" })}>
                  <Money value={amount} currency={currency} sign="−" />
                </Row>
              ))}
            </>
          )}
          <div className="flex items-baseline justify-between gap-4 border-line border-t pt-2 font-semibold text-base">
            <dt>
              {tOrder("total")}
              {settings.taxNote ? (
                <span className="ml-2 font-normal text-ink-muted text-xs">{settings.taxNote}</span>
              ) : null}
            </dt>
            <dd>
              <Money value={order.amount} currency={currency} />
            </dd>
          </div>
          {order.wallet_paid_amount === nothing ? null : (
            <Row label={tOrder("fromBalance")}>
              <Money value={order.wallet_paid_amount} currency={currency} />
            </Row>
          )}
          {order.paid_through ? (
            <>
              {order.paid_through.fee_amount === nothing ? null : (
                <Row label={tOrder("fee")}>
                  <Money value={order.paid_through.fee_amount} currency={currency} />
                </Row>
              )}
              <Row label={tOrder("paidThrough", { channel: order.paid_through.channel })}>
                <Money value={order.paid_through.amount} currency={currency} />
              </Row>
            </>
          ) : null}
          {order.refunds.map((refund) => (
            <Row key={refund.created_at} label={tOrder("refundOf")}>
              <Money value={refund.amount} currency={currency} sign="−" />
            </Row>
          ))}
        </dl>
      </article>
    </main>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4 text-ink-muted">
      <dt className="min-w-0 break-words">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
