import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { OrderPage } from "@/components/store/order/order-page";
import { isOrderNo } from "@/lib/core/ids";
import { findOwnOrder, toSeen } from "../../seen-order";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

export default async function Page({ params }: { params: Promise<{ orderNo: string }> }) {
  const { orderNo } = await params;
  if (!isOrderNo(orderNo)) notFound();
  const own = await findOwnOrder(orderNo);
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-2xl pt-8 md:pt-12">
      <ClientMessages areas={["order"]}>
        <OrderPage orderNo={orderNo} seen={own && toSeen(own)} />
      </ClientMessages>
    </main>
  );
}
