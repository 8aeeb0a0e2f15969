import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { languagesOf } from "@/components/admin/form/in-languages";
import { PageHead } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { listAdminCategories } from "@/lib/catalogue/admin-queries";
import { requirePageAdmin } from "@/lib/http/session";
import { getSettings } from "@/lib/settings/queries";
import { ProductForm } from "../_components/product-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-sell.product"))("newTitle") };
}

export default async function NewProductPage() {
  await requirePageAdmin("/admin/products/new", "catalogue:write");
  const [categories, settings, t] = await Promise.all([
    listAdminCategories(),
    getSettings(),
    getTranslations("admin-sell.product"),
  ]);
  return (
    <ClientMessages areas={["admin", "admin-sell"]}>
      <PageHead title={t("newTitle")} back={{ href: "/admin/products", label: t("back") }} />
      <ProductForm
        product={null}
        categories={categories}
        currency={settings.currency}
        mayWrite
        languages={languagesOf(settings)}
      />
    </ClientMessages>
  );
}
