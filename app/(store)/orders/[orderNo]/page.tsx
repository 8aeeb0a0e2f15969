import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { KeepInAccount, type KeepOffer } from "@/components/store/order/keep-in-account";
import { OrderPage } from "@/components/store/order/order-page";
import { OrderSkeleton } from "@/components/store/order/order-skeleton";
import { isOrderNo } from "@/lib/core/ids";
import { findPageUser } from "@/lib/http/caller/session";
import { getAdoptableOrders } from "@/lib/orders/guests/adopt-orders";
import { FormProblem } from "../../form-problem";
import { findOwnOrder, type OwnOrder, toSeen } from "../../seen-order";
import { getShopSettings } from "../../shop";
import { getViewer } from "../../viewer";
import { OtherGoods } from "../_components/other-goods";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

type Props = {
  params: Promise<{ orderNo: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Only for the address of the order: nobody else's account can have it. */
async function findKeepOffer({ buyer, order }: OwnOrder): Promise<KeepOffer | null> {
  if (buyer !== "guest" || order.email === null) return null;
  const [actor, viewer, { features }] = await Promise.all([findPageUser(), getViewer(), getShopSettings()]);
  const offer = { email: order.email, registration: features.registration };
  if (!actor || !viewer) return { ...offer, isLoggedIn: false };
  if (viewer.email !== order.email) return null;
  const isOpen = order.status === "pending_payment";
  return isOpen || (await getAdoptableOrders(actor)).count > 0 ? { ...offer, isLoggedIn: true } : null;
}

export default async function Page({ params, searchParams }: Props) {
  const [{ orderNo }, { problem }] = await Promise.all([params, searchParams]);
  if (!isOrderNo(orderNo)) notFound();
  const own = await findOwnOrder(orderNo);
  const [keepOffer, { reviews }] = await Promise.all([own && findKeepOffer(own), getShopSettings()]);
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-2xl pt-8 md:pt-12 lg:max-w-5xl">
      {own ? null : <FormProblem problem={problem} />}
      <ClientMessages areas={["order"]}>
        <OrderPage
          orderNo={orderNo}
          seen={own && toSeen(own)}
          takesReviews={reviews !== "off"}
          waiting={own ? null : <OrderSkeleton orderNo={orderNo} />}
          keepOffer={keepOffer ? <KeepInAccount {...keepOffer} /> : null}
        />
      </ClientMessages>
      {own ? <OtherGoods order={own.order} /> : null}
    </main>
  );
}
