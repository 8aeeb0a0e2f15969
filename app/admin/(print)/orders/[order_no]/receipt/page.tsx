import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import type { SearchParams } from "@/components/admin/list-query";
import { chooseDocument } from "@/components/store/order/choose-document";
import { ReceiptChoice } from "@/components/store/order/receipt-choice";
import { ReceiptSheet } from "@/components/store/order/receipt-sheet";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getReceiptsOfOrder } from "@/lib/orders/receipts/documents";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { findOr404 } from "../../../../(panel)/find-or-404";
import { PrintHead } from "../../../_components/print-head";

type Props = { params: Promise<{ order_no: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).order_no };
}

/** Shows the buyer's receipt in the language of the member of staff who works on it. */
export default async function AdminReceiptPage({ params, searchParams }: Props) {
  const { order_no } = await params;
  await requirePageAdmin(`/admin/orders/${order_no}/receipt`, "orders:read");
  const locale = await getLocale();
  const [{ order }, documents, { credit_note: wanted }] = await Promise.all([
    findOr404(() => getAdminOrder(order_no)),
    findOr404(() => getReceiptsOfOrder(order_no, locale)),
    searchParams,
  ]);
  const shown = chooseDocument(documents, wanted);
  if (!shown) notFound();
  return (
    <>
      <PrintHead orderNo={order_no} />
      <ReceiptChoice documents={documents} shown={shown} path={`/admin/orders/${order_no}/receipt`} />
      <ReceiptSheet document={shown} order={order} />
    </>
  );
}
