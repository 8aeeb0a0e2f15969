import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { listPaymentChannels } from "@/lib/payments/queries";
import { PayPage } from "./_components/pay-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order.pay");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

export default async function Page({ params }: { params: Promise<{ orderNo: string }> }) {
  const [{ orderNo }, channels] = await Promise.all([params, listPaymentChannels()]);
  return (
    <main id="content" className="page min-h-dvh max-w-xl pt-6 md:pt-10">
      <ClientMessages areas={["order"]}>
        <PayPage orderNo={orderNo} channels={channels} />
      </ClientMessages>
    </main>
  );
}
