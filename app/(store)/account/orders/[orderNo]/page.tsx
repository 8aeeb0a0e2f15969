import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OrderPage } from "@/components/store/order/order-page";
import { OrderSkeleton } from "@/components/store/order/order-skeleton";
import { BackLink } from "@/components/ui/back-link";
import { requirePageUser } from "@/lib/http/caller/session";
import { findOwnOrder, toSeen } from "../../../seen-order";
import { getShopSettings } from "../../../shop";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order");
  return { title: t("metaTitle") };
}

/** Where mails to account holders lead: a reader who is logged out logs in first and is led back. */
export default async function AccountOrderPage({ params }: { params: Promise<{ orderNo: string }> }) {
  const { orderNo } = await params;
  await requirePageUser(`/account/orders/${encodeURIComponent(orderNo)}`);
  const [t, own, { reviews }] = await Promise.all([
    getTranslations("account.orders"),
    findOwnOrder(orderNo),
    getShopSettings(),
  ]);
  return (
    <div className="max-w-2xl">
      <BackLink href="/account/orders" className="mb-4">
        {t("title")}
      </BackLink>
      <OrderPage
        orderNo={orderNo}
        seen={own && toSeen(own)}
        takesReviews={reviews !== "off"}
        waiting={own ? null : <OrderSkeleton orderNo={orderNo} />}
      />
    </div>
  );
}
