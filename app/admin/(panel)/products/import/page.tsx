import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHead } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { ImportFile } from "../_components/import-file";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-sell.products.file"))("importTitle") };
}

export default async function ImportProductsPage() {
  await requirePageAdmin("/admin/products/import", "catalogue:write");
  const t = await getTranslations("admin-sell.products.file");
  return (
    <ClientMessages areas={["admin-sell.products.file"]}>
      <PageHead
        title={t("importTitle")}
        description={t("importText")}
        back={{ href: "/admin/products", label: t("importBack") }}
      />
      <ImportFile />
    </ClientMessages>
  );
}
