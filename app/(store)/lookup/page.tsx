import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { KeptNote } from "@/components/store/offline/kept-note";
import { Link } from "@/components/ui/link";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { getShopSettings } from "../shop";
import { getViewer } from "../viewer";
import { KnownOrders } from "./_components/known-orders";
import { RecoverForm } from "./_components/recover-form";

type Props = { searchParams: Promise<{ order_no?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("order.lookup");
  return { title: t("title"), description: t("lead"), alternates: { canonical: "/lookup" } };
}

export default async function LookupPage({ searchParams }: Props) {
  const [{ order_no: orderNo }, t, { captcha }, viewer, sendsMail] = await Promise.all([
    searchParams,
    getTranslations("order.lookup"),
    getShopSettings(),
    getViewer(),
    hasMailServer(),
  ]);
  const asksCaptcha = captcha.provider !== "none" && captcha.scenes.guest_recover;
  return (
    <main id="content" tabIndex={-1} className="page max-w-xl pt-8 md:pt-12">
      <h1 className="text-2xl md:text-3xl">{t("title")}</h1>
      <p className="mt-2 text-ink-muted">{t(sendsMail ? "lead" : "leadNoMail")}</p>
      <ClientMessages areas={["order"]}>
        {sendsMail ? (
          <RecoverForm
            orderNo={typeof orderNo === "string" ? orderNo.slice(0, 64) : ""}
            captcha={asksCaptcha ? { provider: captcha.provider, site_key: captcha.siteKey } : null}
          />
        ) : null}
        <KnownOrders />
        <KeptNote />
      </ClientMessages>
      <p className="mt-8 text-ink-muted text-sm">
        <Link
          href={viewer ? "/account/orders" : "/login?next=/account/orders"}
          className="text-pine underline underline-offset-4"
        >
          {t("account")}
        </Link>
      </p>
    </main>
  );
}
