import { BadgePercent } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import { CsvLink } from "@/components/admin/table/csv-link";
import type { Column } from "@/components/admin/table/data-table";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { listProductNames } from "@/lib/catalogue/admin/admin-queries";
import { listCoupons, listLevelChoices } from "@/lib/pricing/admin-queries";
import { type CouponView, couponListQuery } from "@/lib/pricing/schema";
import { getSettings } from "@/lib/settings/queries";
import { couponFields } from "./coupon-fields";
import { couponState, couponTones } from "./coupon-state";

const page = adminPage({
  path: "/admin/coupons",
  text: "admin-people.coupons",
  icon: BadgePercent,
  permission: "marketing:read",
  menu: { group: "customers", after: "levels" },
});

export const generateMetadata = page.generateMetadata;

export default async function CouponsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "marketing:write");
  const list = await page.readList(couponListQuery, searchParams);
  const [data, own, products, levels, { currency }, t, locale] = await Promise.all([
    listCoupons(list.query),
    page.own(actor),
    listProductNames(),
    listLevelChoices(),
    getSettings(),
    getTranslations("admin-people.coupons"),
    getLocale(),
  ]);
  const money = (value: string) => formatMoney(value, currency, locale);
  const columns: Column<CouponView>[] = [
    {
      key: "code",
      head: t("columns.code"),
      cell: (row) => (
        <Link href={`/admin/coupons/${row.id}`} className="font-medium font-mono hover:text-pine">
          {row.code}
        </Link>
      ),
    },
    {
      key: "worth",
      head: t("columns.worth"),
      cell: (row) => (
        <>
          {row.kind === "percent"
            ? t("percentOff", { percent: row.percent ?? 0 })
            : t("fixedOff", { amount: money(row.value ?? "0.00") })}
          {row.min_amount === "0.00" ? null : (
            <span className="ml-1.5 text-ink-faint text-xs">
              {t("fromMin", { amount: money(row.min_amount) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: "used",
      head: t("columns.used"),
      align: "right",
      cell: (row) =>
        row.total_limit === null
          ? row.used_count
          : t("ofLimit", { used: row.used_count, limit: row.total_limit }),
    },
    {
      key: "time",
      head: t("columns.time"),
      from: "lg",
      className: "text-ink-muted text-xs",
      cell: (row) => (
        <>
          {row.starts_at ? <DateTime value={row.starts_at} /> : null}
          {row.starts_at || row.ends_at ? " – " : t("always")}
          {row.ends_at ? <DateTime value={row.ends_at} /> : null}
        </>
      ),
    },
    {
      key: "state",
      head: t("columns.state"),
      cell: (row) => {
        const state = couponState(row);
        return <StateBadge tone={couponTones[state]}>{t(`states.${state}`)}</StateBadge>;
      },
    },
  ];
  const create = mayWrite ? (
    <CreateAction
      fields={couponFields(null, { products, levels }, t)}
      write={{ path: "/admin/coupons" }}
      label={t("new")}
    />
  ) : null;
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.coupons}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        children: <CsvLink href={`/api/v1/admin/coupons/export?${list.text}`} />,
      }}
      create={create}
    />
  );
}
