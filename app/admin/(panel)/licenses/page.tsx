import { BadgeCheck } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { type ListColumns, orderColumn, stateColumn, timeColumn } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
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

export default page.list(adminLicenseQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("orders:write");
  const data = await listLicenses(list.query);
  const columns: ListColumns<typeof page.text, AdminLicense> = [
    {
      key: "license",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block font-medium">{[row.product, row.plan].filter(Boolean).join(" · ")}</span>
          <span className="block font-mono text-ink-faint text-xs">{row.id}</span>
        </span>
      ),
    },
    orderColumn(),
    stateColumn("status", (row) => [row.status, t(`statuses.${row.status}`)]),
    { key: "devices", cell: (row) => <DeviceList license={row} mayWrite={mayWrite} /> },
    {
      key: "expires",
      from: "md",
      cell: (row) =>
        row.expires_at ? (
          <DateTime value={row.expires_at} style="date" className="whitespace-nowrap" />
        ) : (
          <span className="text-ink-faint">{t("forever")}</span>
        ),
    },
    timeColumn("created", (row) => row.created_at, { from: "lg" }),
    mayWrite ? actionsColumn((row) => <LicenseActs license={row} />) : null,
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.licenses}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [listFilter("status", t("anyStatus"), licenseStatuses, (value) => t(`statuses.${value}`))],
      }}
      csv="/admin/licenses/export"
    >
      {may("settings:write") ? (
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
});
