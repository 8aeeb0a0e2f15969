import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { languagesOf } from "@/components/admin/form/in-languages";
import { PageHead } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { getAdminProduct, listAdminCategories } from "@/lib/catalogue/admin/admin-queries";
import { productFor } from "@/lib/catalogue/admin/costs-of-reader";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { paymentOutlook } from "@/lib/payments/payment-outlook";
import { getSettings } from "@/lib/settings/queries";
import { findOr404, idOr404 } from "../../find-or-404";
import { ProductForm } from "../_components/product-form";
import { productFields } from "../plain-fields";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-sell.product"))("newTitle") };
}

type Props = { searchParams: Promise<{ from?: string | string[] }> };

export default async function NewProductPage({ searchParams }: Props) {
  const actor = await requirePageAdmin("/admin/products/new", "catalogue:write");
  const { from } = await searchParams;
  const [copyOf, categories, settings, outlook, t, products] = await Promise.all([
    typeof from === "string"
      ? findOr404(() => getAdminProduct(idOr404(from))).then((one) => productFor(actor, one))
      : null,
    listAdminCategories(),
    getSettings(),
    paymentOutlook(),
    getTranslations("admin-sell.product"),
    getTranslations("admin-sell.products"),
  ]);
  return (
    <ClientMessages areas={["admin-sell.product", "admin-sell.keys", "admin.status"]}>
      <PageHead title={t("newTitle")} back={{ href: "/admin/products", label: products("title") }} />
      <ProductForm
        product={null}
        copyOf={copyOf}
        plain={await productFields(copyOf)}
        categories={categories}
        currency={settings.currency}
        mayWrite
        outlook={outlook}
        languages={languagesOf(settings)}
      />
    </ClientMessages>
  );
}
