import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { OrderPage } from "@/components/store/order/order-page";
import { isOrderNo } from "@/lib/core/ids";
import { FormProblem } from "../../form-problem";
import { findOwnOrder, toSeen } from "../../seen-order";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

type Props = {
  params: Promise<{ orderNo: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Props) {
  const [{ orderNo }, { problem }] = await Promise.all([params, searchParams]);
  if (!isOrderNo(orderNo)) notFound();
  const own = await findOwnOrder(orderNo);
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-2xl pt-8 md:pt-12">
      {own ? null : <FormProblem problem={problem} />}
      <ClientMessages areas={["order"]}>
        <OrderPage orderNo={orderNo} seen={own && toSeen(own)} />
      </ClientMessages>
    </main>
  );
}
