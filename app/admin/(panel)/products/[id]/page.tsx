import { Copy } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { languagesOf } from "@/components/admin/form/in-languages";
import { HeadActs } from "@/components/admin/form/row-actions";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { ClientMessages } from "@/components/store/client-messages";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { getAdminProduct, listAdminCategories } from "@/lib/catalogue/admin/admin-queries";
import { productFor } from "@/lib/catalogue/admin/costs-of-reader";
import { addedGoods } from "@/lib/catalogue/choices";
import { paymentOutlook } from "@/lib/payments/payment-outlook";
import { getSettings } from "@/lib/settings/queries";
import { findOr404 } from "../../find-or-404";
import { ProductForm } from "../_components/product-form";
import { productFields } from "../plain-fields";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ goods?: string | string[] }> };

/** Read once for the tab and the page. */
const readProduct = cache(getAdminProduct);

const page = detailPage({
  list: "/admin/products",
  text: "admin-sell.products",
  permission: "catalogue:read",
  name: async (id) => (await readProduct(id)).title,
});

export const generateMetadata = page.generateMetadata;

export default async function ProductPage({ params, searchParams }: Props) {
  const { actor, id } = await page.open((await params).id);
  const [read, categories, settings, outlook, t, status] = await Promise.all([
    findOr404(() => readProduct(id)),
    listAdminCategories(),
    getSettings(),
    paymentOutlook(),
    getTranslations("admin-sell.product"),
    getTranslations("admin.status.product"),
  ]);
  const product = productFor(actor, read);
  const { goods } = await searchParams;
  const mayWrite = hasPermission(actor, "catalogue:write");
  return (
    <ClientMessages areas={["admin-sell.product", "admin-sell.keys", "admin.status"]}>
      <PageHead
        title={product.title}
        back={await page.back()}
        badges={<StateBadge state={product.status}>{status(product.status)}</StateBadge>}
        actions={
          <HeadActs
            t={t}
            shown={product.status === "active" ? `/products/${product.slug}` : null}
            remove={mayWrite ? { path: `/admin/products/${id}`, goTo: "/admin/products" } : null}
          >
            {mayWrite ? (
              <Link href={`/admin/products/new?from=${id}`} className={buttonClass("secondary", "sm")}>
                <Copy aria-hidden />
                {t("duplicate")}
              </Link>
            ) : null}
          </HeadActs>
        }
      />
      <ProductForm
        product={product}
        plain={await productFields(product)}
        categories={categories}
        currency={product.currency}
        mayWrite={mayWrite}
        mayAddKeys={hasPermission(actor, "stock:write")}
        goods={addedGoods.find((code) => code === goods)}
        outlook={outlook}
        languages={languagesOf(settings)}
      />
    </ClientMessages>
  );
}
