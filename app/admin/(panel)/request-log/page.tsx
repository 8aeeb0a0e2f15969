import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { requirePageAdmin } from "@/lib/http/session";
import { listRequests } from "@/lib/interconnect/main/admin/queries";
import { requestLogQuery } from "@/lib/interconnect/main/admin/schema";
import { listSites } from "@/lib/interconnect/main/admin-queries";
import { LiveLog } from "./_components/live-log";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-trade.log"))("title") };
}

export default async function RequestLogPage({ searchParams }: { searchParams: SearchParams }) {
  await requirePageAdmin("/admin/request-log", "interconnect:read");
  const list = await readListQuery(requestLogQuery, "/admin/request-log", searchParams);
  const [first, { sites }, t] = await Promise.all([
    listRequests(list.query),
    listSites({ page: 1, per_page: 200 }),
    getTranslations("admin-trade.log"),
  ]);
  return (
    <ClientMessages areas={["admin", "admin-trade"]}>
      <PageHead title={t("title")} description={t("description")} />
      <FilterBar
        selects={[
          {
            name: "site_id",
            label: t("anySite"),
            options: sites.map((site) => ({ value: String(site.id), label: site.name })),
          },
          {
            name: "result",
            label: t("anyResult"),
            options: [
              { value: "accepted", label: t("accepted") },
              { value: "refused", label: t("refused") },
            ],
          },
        ]}
      />
      <LiveLog key={list.text} filter={list.text} first={first} />
    </ClientMessages>
  );
}
