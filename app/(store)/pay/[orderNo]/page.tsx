import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { drawQr } from "@/components/store/draw-qr";
import { orderChooser } from "@/lib/checkout/choosers";
import { findOpenOrderPayment } from "@/lib/checkout/pay/order-payment";
import { isOrderNo } from "@/lib/core/ids";
import { FormProblem } from "../../form-problem";
import { listPageChannels } from "../../page-client";
import { findOwnOrder, toSeen } from "../../seen-order";
import { getShopSettings } from "../../shop";
import { getViewer } from "../../viewer";
import { PayPage } from "./_components/pay-page";

type Props = {
  params: Promise<{ orderNo: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order.pay");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

export default async function Page({ params, searchParams }: Props) {
  const [{ orderNo }, query] = await Promise.all([params, searchParams]);
  if (!isOrderNo(orderNo)) notFound();
  const [own, channels, { features }] = await Promise.all([
    findOwnOrder(orderNo),
    listPageChannels((client) => orderChooser({ orderNo }, client)),
    getShopSettings(),
  ]);
  if (own && own.order.payment_status !== "unpaid") redirect(`/orders/${orderNo}`);
  const [payment, viewer] = await Promise.all([
    own ? findOpenOrderPayment(own.actor, orderNo) : null,
    own?.buyer === "user" && features.wallet ? getViewer() : null,
  ]);
  const code = payment?.qr_code;
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-xl pt-6 md:pt-10">
      <FormProblem problem={query.problem} />
      <ClientMessages areas={["order"]}>
        <PayPage
          orderNo={orderNo}
          channels={channels}
          seen={own && toSeen(own)}
          first={{
            payment: payment,
            qrImage: code ? await drawQr(code) : null,
            hasReturned: query.returned !== undefined,
          }}
          balance={viewer?.balance ?? null}
        />
      </ClientMessages>
    </main>
  );
}
