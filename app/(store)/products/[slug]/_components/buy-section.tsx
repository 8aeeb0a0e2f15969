import { LogIn } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { GoodsPromise } from "@/components/store/delivery/goods-promise";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { visitorChooser } from "@/lib/checkout/choosers";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { listPageChannels } from "../../../page-client";
import { getShopSettings } from "../../../shop";
import { getViewer } from "../../../viewer";
import { BackInStock } from "./back-in-stock";
import { BuyPanel } from "./buy-panel";
import { OptionPicker } from "./option-picker";
import { TermsNote } from "./terms-note";

/** Decides who may buy here, and passes the panel the settings it needs. */
export async function BuySection({ product }: { product: ProductDetail }) {
  const [t, settings, viewer, sendsMail] = await Promise.all([
    getTranslations("checkout"),
    getShopSettings(),
    getViewer(),
    hasMailServer(),
  ]);

  if (!viewer && (product.purchase_type === "member" || !settings.features.guestCheckout)) {
    const next = `?next=${encodeURIComponent(`/products/${product.slug}`)}`;
    return (
      <div className="flex flex-col gap-5">
        <OptionPicker />
        <div className="rounded-lg bg-sunken p-4">
          <p className="font-medium">
            {product.purchase_type === "member" ? t("membersOnly") : t("guestOff")}
          </p>
          <p className="mt-1 text-ink-muted text-sm">{t("membersOnlyText")}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Link href={`/login${next}`} className={buttonClass()}>
              <LogIn aria-hidden />
              {t("loginToBuy")}
            </Link>
            {settings.features.registration ? (
              <Link href={`/register${next}`} className={buttonClass("secondary")}>
                {t("register")}
              </Link>
            ) : null}
          </div>
        </div>
        {sendsMail ? <BackInStock email={null} /> : null}
      </div>
    );
  }

  const { captcha, features } = settings;
  const asksCaptcha = captcha.provider !== "none" && captcha.scenes.guest_order;
  return (
    <div className="flex flex-col gap-5">
      <BuyPanel
        viewer={viewer ? { email: viewer.email, balance: features.wallet ? viewer.balance : null } : null}
        shop={{
          channels: await listPageChannels((client) =>
            visitorChooser(product.id, viewer?.id ?? null, client),
          ),
          coupons: features.coupons,
          captcha: asksCaptcha ? { provider: captcha.provider, site_key: captcha.siteKey } : null,
          sendsMail,
          taxNote: settings.taxNote,
        }}
        terms={<TermsNote />}
        promises={Object.fromEntries(
          product.skus
            .filter(({ files, living, parts }) => files || living || parts)
            .map((sku) => [sku.id, <GoodsPromise key={sku.id} sku={sku} />]),
        )}
      />
      {sendsMail ? <BackInStock email={viewer?.email ?? null} /> : null}
    </div>
  );
}
