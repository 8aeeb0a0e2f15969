import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { isOrderNo } from "@/lib/core/ids";
import { listOwnReviews } from "@/lib/orders/reviews/queries";
import { findOwnOrder, toSeen } from "../../../seen-order";
import { ReviewPage } from "./_components/review-page";

type Props = { params: Promise<{ orderNo: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content.reviews");
  return { title: t("writeTitle"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

export default async function Page({ params }: Props) {
  const { orderNo } = await params;
  if (!isOrderNo(orderNo)) notFound();
  const own = await findOwnOrder(orderNo);
  const first = own && (await listOwnReviews(own.actor, orderNo));
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-xl pt-8 md:pt-12">
      <ClientMessages areas={["order", "content.reviews"]}>
        <ReviewPage orderNo={orderNo} seen={own && toSeen(own)} first={first} />
      </ClientMessages>
    </main>
  );
}
