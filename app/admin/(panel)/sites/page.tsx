import { Globe } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { type ListColumns, moneyColumn, stateColumn } from "@/components/admin/table/columns";
import { Link } from "@/components/ui/link";
import { type SiteView, siteListQuery } from "@/lib/interconnect/main/admin/schema";
import { listSites } from "@/lib/interconnect/main/admin-queries";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { programBlocks } from "./program-blocks";
import { siteFields } from "./site-fields";
import { SiteHealth } from "./site-health";

const page = adminPage({
  path: "/admin/sites",
  text: "admin-trade.sites",
  icon: Globe,
  permission: "interconnect:read",
  menu: { group: "mainSide", hotkey: "i" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(siteListQuery, async ({ list, frame, may }) => {
  const [data, levels, t] = await Promise.all([
    listSites(list.query),
    listLevelChoices(),
    getTranslations("admin-trade"),
  ]);
  const columns: ListColumns<typeof page.text, SiteView> = [
    {
      key: "name",
      cell: (row) => (
        <Link href={`/admin/sites/${row.id}`} className="group block">
          <span className="font-medium group-hover:text-pine">{row.name}</span>
          <code className="block max-w-56 truncate font-mono text-ink-faint text-xs" title={row.api_key}>
            {row.api_key}
          </code>
        </Link>
      ),
    },
    { key: "mode", cell: (row) => t(`modeShort.${row.settlement_mode}`) },
    moneyColumn("deposit", (row) => [row.deposit, row.currency], { from: "md" }),
    {
      key: "held",
      align: "right",
      cell: (row) =>
        row.held_orders > 0 ? (
          <Link href={`/admin/held?site_id=${row.id}`} className="font-medium text-warn hover:underline">
            {row.held_orders}
          </Link>
        ) : (
          0
        ),
    },
    {
      key: "callbacks",
      align: "right",
      from: "md",
      cell: (row) =>
        row.failed_callbacks > 0 ? (
          <Link
            href={`/admin/callbacks?site_id=${row.id}&status=failed`}
            className="font-medium text-danger hover:underline"
          >
            {row.failed_callbacks}
          </Link>
        ) : (
          0
        ),
    },
    {
      key: "last",
      align: "right",
      from: "md",
      cell: (row) => <SiteHealth site={row} />,
    },
    stateColumn("status", (row) => [row.status, t(`sites.${row.status}`)]),
  ];
  const create = may("interconnect:write") ? (
    <CreateAction
      fields={await siteFields(null, levels)}
      description={t("sites.newText")}
      once={{
        title: t("sites.onceTitle"),
        note: t("sites.onceNote"),
        fields: [
          { name: "pairing_code", label: t("sites.pairingCode") },
          { name: "key", label: t("sites.key") },
          { name: "secret", label: t("sites.secret") },
          { name: "test_key", label: t("sites.testKey") },
          { name: "test_secret", label: t("sites.testSecret") },
        ],
        blocks: await programBlocks(await getTranslations("admin-trade.sites")),
      }}
      write={{ path: "/admin/interconnect/sites" }}
      label={t("sites.new")}
    />
  ) : null;
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.sites}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{ search: { placeholder: t("sites.search") } }}
      create={create}
    />
  );
});
