import { BadgeCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import { OrderLink } from "@/components/admin/table/cells";
import { CsvLink } from "@/components/admin/table/csv-link";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions } from "@/components/admin/table/filter-options";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { hasPermission } from "@/lib/acts/permissions";
import { listLicenses } from "@/lib/licenses/admin-queries";
import { type AdminLicense, adminLicenseQuery, licenseStatuses } from "@/lib/licenses/schema";
import { DeviceList } from "./_components/device-list";
import { LicenseActs } from "./_components/license-acts";

const page = adminPage({
  path: "/admin/licenses",
  text: "admin-sell.licenses",
  icon: BadgeCheck,
  permission: "orders:read",
  menu: { group: "sell", after: "categories" },
});

export const generateMetadata = page.generateMetadata;

export default async function LicensesPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "orders:write");
  const list = await page.readList(adminLicenseQuery, searchParams);
  const [data, own, t] = await Promise.all([
    listLicenses(list.query),
    page.own(actor),
    getTranslations("admin-sell.licenses"),
  ]);
  const columns: (Column<AdminLicense> | null)[] = [
    {
      key: "license",
      head: t("columns.license"),
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block font-medium">{[row.product, row.plan].filter(Boolean).join(" · ")}</span>
          <span className="block font-mono text-ink-faint text-xs">{row.id}</span>
        </span>
      ),
    },
    {
      key: "order",
      head: t("columns.order"),
      cell: (row) => <OrderLink orderNo={row.order_no} />,
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>,
    },
    {
      key: "devices",
      head: t("columns.devices"),
      cell: (row) => <DeviceList license={row} mayWrite={mayWrite} />,
    },
    {
      key: "expires",
      head: t("columns.expires"),
      from: "md",
      cell: (row) =>
        row.expires_at ? (
          <DateTime value={row.expires_at} style="date" className="whitespace-nowrap" />
        ) : (
          <span className="text-ink-faint">{t("forever")}</span>
        ),
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "lg",
      cell: (row) => (
        <DateTime value={row.created_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
    mayWrite ? actionsColumn((row) => <LicenseActs license={row} />) : null,
  ];
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.licenses}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "status",
            label: t("anyStatus"),
            options: listOptions(licenseStatuses, (value) => t(`statuses.${value}`)),
          },
        ],
        children: <CsvLink href={`/api/v1/admin/licenses/export?${list.text}`} />,
      }}
    >
      {hasPermission(actor, "settings:write") ? (
        <div className="mb-4 flex flex-wrap justify-end gap-2">
          <ConfirmAction
            trigger={
              <Button variant="secondary" size="sm">
                {t("rotate")}
              </Button>
            }
            title={t("rotateTitle")}
            description={t("rotateText")}
            confirmLabel={t("rotate")}
            path="/admin/licenses/keys/rotate"
            success={t("rotated")}
            tone="primary"
          />
          <ConfirmAction
            trigger={
              <Button variant="secondary" size="sm">
                {t("withdraw")}
              </Button>
            }
            title={t("withdrawTitle")}
            description={t("withdrawText")}
            confirmLabel={t("withdraw")}
            path="/admin/licenses/keys/rotate"
            body={{ withdraw: true }}
            success={t("withdrawn")}
          />
        </div>
      ) : null}
    </ListPage>
  );
}
