import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { OrderPage } from "@/components/store/order/order-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

export default async function Page({ params }: { params: Promise<{ orderNo: string }> }) {
  const { orderNo } = await params;
  return (
    <main id="content" className="page min-h-dvh max-w-2xl pt-8 md:pt-12">
      <ClientMessages areas={["order"]}>
        <OrderPage orderNo={orderNo} />
      </ClientMessages>
    </main>
  );
}
