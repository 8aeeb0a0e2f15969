import { FileClock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { PageHead } from "@/components/admin/page-frame";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
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

export default page.list(requestLogQuery, async ({ list, t }) => {
  const [first, sites, health, healthText] = await Promise.all([
    listRequests(list.query),
    listSiteNames(),
    readRequestHealth(),
    getTranslations("admin-trade.health"),
  ]);
  return (
    <ClientMessages areas={["admin-trade.log"]}>
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
          rowFilter("site_id", t("anySite"), sites),
          listFilter("result", t("anyResult"), ["accepted", "refused"], (value) => t(value)),
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
});
