import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { PriceEditor } from "@/components/admin/price-editor";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { hasPermission } from "@/lib/acts/permissions";
import { listLevelChoices, listLevelPriceRows } from "@/lib/pricing/admin-queries";
import { priceRowQuery } from "@/lib/pricing/schema";
import { getSettings } from "@/lib/settings/queries";

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams };

const page = detailPage({
  list: "/admin/levels",
  text: "admin-people.levels",
  permission: "marketing:read",
  name: async (id) => {
    const level = (await listLevelChoices()).find((one) => one.id === id);
    return (await getTranslations("admin-people.prices"))("title", { name: level?.name ?? "" });
  },
});

export const generateMetadata = page.generateMetadata;

export default async function LevelPricesPage({ params, searchParams }: Props) {
  const { actor, id, path } = await page.open((await params).id);
  const level = (await listLevelChoices()).find((one) => one.id === id) ?? notFound();
  const list = await readListQuery(priceRowQuery, path, searchParams);
  const [data, { currency }, t] = await Promise.all([
    listLevelPriceRows(id, list.query),
    getSettings(),
    getTranslations("admin-people.prices"),
  ]);
  return (
    <ClientMessages areas={["admin-people.prices"]}>
      <PageHead title={t("title", { name: level.name })} description={t("text")} back={await page.back()} />
      <FilterBar search={{ placeholder: t("search") }} />
      {data.rows.length === 0 ? (
        <EmptyState title={t("empty")} description={t("emptyText")} />
      ) : (
        <PriceEditor
          rows={data.rows}
          currency={currency}
          mayWrite={hasPermission(actor, "marketing:write")}
          write={{ path: `/admin/member-levels/${id}/prices`, method: "PATCH", success: t("saved") }}
        />
      )}
      <Pagination className="mt-4" {...list.pages(data)} />
    </ClientMessages>
  );
}
