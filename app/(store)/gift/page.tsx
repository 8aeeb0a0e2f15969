import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { GivenGoods } from "./_components/given-goods";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order.given");
  return { title: t("metaTitle"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Where the link in the mail to a gift's recipient leads. The server never sees the token in it, nor do programs that open links. */
export default async function GiftPage() {
  const t = await getTranslations("order.given");
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-2xl pt-8 md:pt-12">
      <noscript>
        <p className="rounded-md bg-warn-soft px-3.5 py-3 text-sm text-warn">{t("needsScript")}</p>
      </noscript>
      <ClientMessages areas={["order"]}>
        <GivenGoods />
      </ClientMessages>
    </main>
  );
}
