import { FileClock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import type { SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { listRequests } from "@/lib/interconnect/main/admin/log-queries";
import { requestLogQuery } from "@/lib/interconnect/main/admin/log-schema";
import { listSiteNames } from "@/lib/interconnect/main/admin-queries";
import { readRequestHealth } from "@/lib/interconnect/sql";
import { CallHealthPanel } from "../callbacks/call-health";
import { LiveLog } from "./_components/live-log";

const page = adminPage({
  path: "/admin/request-log",
  text: "admin-trade.log",
  icon: FileClock,
  permission: "interconnect:read",
  menu: { group: "mainSide", after: "sites", hotkey: "l" },
});

export const generateMetadata = page.generateMetadata;

export default async function RequestLogPage({ searchParams }: { searchParams: SearchParams }) {
  await page.open();
  const list = await page.readList(requestLogQuery, searchParams);
  const [first, sites, health, t, healthText] = await Promise.all([
    listRequests(list.query),
    listSiteNames(),
    readRequestHealth(),
    getTranslations("admin-trade.log"),
    getTranslations("admin-trade.health"),
  ]);
  return (
    <ClientMessages areas={["admin", "admin-trade"]}>
      <PageHead title={t("title")} description={t("description")} />
      <CallHealthPanel
        title={healthText("lastHour")}
        rows={health}
        href={(id) => list.href({ site_id: id, before: null })}
      />
      <FilterBar
        dates
        search={{ placeholder: t("search") }}
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
      <LiveLog
        key={list.text}
        filter={list.text}
        first={first}
        isNewest={list.query.before === undefined}
        olderHref={first.older === null ? null : list.href({ before: first.older })}
        newestHref={list.href({ before: null })}
      />
    </ClientMessages>
  );
}
