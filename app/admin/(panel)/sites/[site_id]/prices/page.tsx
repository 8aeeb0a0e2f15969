import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { furtherTitle } from "@/app/admin/_frame/detail-page";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PriceEditor } from "@/components/admin/price-editor";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { sitePriceQuery } from "@/lib/interconnect/main/admin/schema";
import { getSite, listSitePrices } from "@/lib/interconnect/main/admin-queries";
import { findOr404, idOr404 } from "../../../find-or-404";
import { SiteHead } from "../site-head";

type Props = { params: Promise<{ site_id: string }>; searchParams: SearchParams };

/** Read once for the tab and the page. */
const readSite = cache(getSite);

export const generateMetadata = furtherTitle({
  permission: "interconnect:read",
  title: async () => (await getTranslations("admin-trade.site"))("prices"),
  name: async (id) => (await readSite(id)).name,
});

export default async function SitePricesPage({ params, searchParams }: Props) {
  const id = idOr404((await params).site_id);
  const path = `/admin/sites/${id}/prices`;
  const actor = await requirePageAdmin(path, "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const site = await findOr404(() => readSite(id));
  const list = await readListQuery(sitePriceQuery, path, searchParams);
  const [data, t] = await Promise.all([
    listSitePrices(id, list.query),
    getTranslations("admin-people.prices"),
  ]);
  return (
    <ClientMessages areas={["admin-people.prices"]}>
      <SiteHead site={site} current="prices" mayWrite={mayWrite} />
      <p className="mb-3 text-ink-muted text-sm">{t("siteText")}</p>
      <FilterBar search={{ placeholder: t("search") }} />
      {data.prices.length === 0 ? (
        <EmptyState title={t("empty")} description={t("emptyText")} />
      ) : (
        <PriceEditor
          rows={data.prices.map(({ site_price, ...row }) => ({ ...row, own_price: site_price }))}
          currency={site.currency}
          mayWrite={mayWrite}
          write={{ path: `/admin/interconnect/sites/${id}/prices`, method: "PUT", success: t("saved") }}
        />
      )}
      <Pagination className="mt-4" {...list.pages(data)} />
    </ClientMessages>
  );
}
