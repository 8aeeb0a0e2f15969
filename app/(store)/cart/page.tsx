import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { Link } from "@/components/ui/link";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { getCaptcha, getShopSettings } from "../shop";
import { getViewer } from "../viewer";
import { Cart } from "./_components/cart";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("checkout.cart");
  return { title: t("title"), robots: { index: false } };
}

export default async function CartPage() {
  const [t, { features, taxNote }, viewer, captcha, sendsMail] = await Promise.all([
    getTranslations("checkout.cart"),
    getShopSettings(),
    getViewer(),
    getCaptcha("guest_order"),
    hasMailServer(),
  ]);
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh pt-6 pb-16">
      <h1 className="text-2xl md:text-3xl">{t("title")}</h1>
      {viewer ? null : (
        <p className="mt-2 text-ink-muted">
          {t.rich("kept", {
            login: (chunks) => (
              <Link href="/login?next=/cart" className="text-pine underline underline-offset-4">
                {chunks}
              </Link>
            ),
          })}
        </p>
      )}
      <ClientMessages areas={["checkout"]}>
        <Cart
          viewer={viewer ? { email: viewer.email, balance: features.wallet ? viewer.balance : null } : null}
          shop={{ coupons: features.coupons, guests: features.guestCheckout, captcha, sendsMail, taxNote }}
        />
      </ClientMessages>
    </main>
  );
}
