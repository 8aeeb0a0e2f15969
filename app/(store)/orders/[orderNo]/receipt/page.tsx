import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ShopMark } from "@/components/store/logo";
import { chooseDocument } from "@/components/store/order/choose-document";
import { ReceiptChoice } from "@/components/store/order/receipt-choice";
import { ReceiptSheet } from "@/components/store/order/receipt-sheet";
import { BackLink } from "@/components/ui/back-link";
import { PrintButton } from "@/components/ui/print-button";
import { isOrderNo } from "@/lib/core/ids";
import { getOwnReceipts } from "@/lib/orders/receipts/documents";
import { findOwnOrder } from "../../../seen-order";
import { getShopSettings } from "../../../shop";

type Props = {
  params: Promise<{ orderNo: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("order.receipt");
  return {
    title: `${t("title")} ${(await params).orderNo}`,
    robots: { index: false, follow: false },
    referrer: "same-origin",
  };
}

/** The receipt of an order, or the credit note that the address names, in the reader's language. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const { orderNo } = await params;
  const own = isOrderNo(orderNo) ? await findOwnOrder(orderNo) : null;
  if (!own || own.order.payment_status === "unpaid") notFound();
  const locale = await getLocale();
  const [t, settings, documents, { credit_note: wanted }] = await Promise.all([
    getTranslations("order.receipt"),
    getShopSettings(),
    getOwnReceipts(own.actor, orderNo, locale),
    searchParams,
  ]);
  const shown = chooseDocument(documents, wanted);
  if (!shown) notFound();
  const back = own.buyer === "user" ? `/account/orders/${orderNo}` : `/orders/${orderNo}`;
  return (
    <main id="content" tabIndex={-1} className="page max-w-2xl pt-8 print:max-w-none print:pt-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <BackLink href={back}>{t("back")}</BackLink>
        <PrintButton label={t("print")} />
      </div>
      <ReceiptChoice documents={documents} shown={shown} path={`/orders/${orderNo}/receipt`} />
      <ReceiptSheet document={shown} order={own.order} mark={<ShopMark logo={settings.logo} />} />
    </main>
  );
}
