import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { isOrderNo } from "@/lib/core/ids";
import { findOwnOrder, toSeen } from "../../../seen-order";
import { getCaptcha, getShopSettings } from "../../../shop";
import { RenewPage } from "./_components/renew-page";

type Props = {
  params: Promise<{ orderNo: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order.renewals");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

export default async function Page({ params, searchParams }: Props) {
  const [{ orderNo }, { item, license }] = await Promise.all([params, searchParams]);
  if (!isOrderNo(orderNo) || typeof item !== "string" || !/^[1-9]\d{0,3}$/.test(item)) notFound();
  const [own, captcha, { taxNote }] = await Promise.all([
    findOwnOrder(orderNo),
    getCaptcha("guest_order"),
    getShopSettings(),
  ]);
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-xl pt-8 md:pt-12">
      <ClientMessages areas={["order", "checkout"]}>
        <RenewPage
          orderNo={orderNo}
          item={Number(item)}
          licenseId={typeof license === "string" ? license : null}
          seen={own && toSeen(own)}
          captcha={captcha}
          taxNote={taxNote}
        />
      </ClientMessages>
    </main>
  );
}
