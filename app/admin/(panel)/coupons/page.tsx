import { BadgePercent, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { formatMoney } from "@/components/ui/money";
import { hasPermission } from "@/lib/accounts/permissions";
import { listProductNames } from "@/lib/catalogue/admin-queries";
import { requirePageAdmin } from "@/lib/http/session";
import { listAdminMemberLevels, listCoupons } from "@/lib/pricing/admin-queries";
import { type CouponView, couponListQuery } from "@/lib/pricing/schema";
import { getSettings } from "@/lib/settings/queries";
import { couponFields } from "./coupon-fields";
import { couponState, couponTones } from "./coupon-state";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-people.coupons"))("title") };
}

export default async function CouponsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/coupons", "marketing:read");
  const mayWrite = hasPermission(actor, "marketing:write");
  const list = await readListQuery(couponListQuery, "/admin/coupons", searchParams);
  const [data, products, levels, { currency }, t, form, locale] = await Promise.all([
    listCoupons(list.query),
    listProductNames(),
    listAdminMemberLevels(),
    getSettings(),
    getTranslations("admin-people.coupons"),
    getTranslations("admin.form"),
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
        return (
          <StateBadge state={state} tone={couponTones[state]}>
            {t(`states.${state}`)}
          </StateBadge>
        );
      },
    },
  ];
  const create = mayWrite ? (
    <FormDialog
      trigger={
        <Button size="sm">
          <Plus aria-hidden />
          {t("new")}
        </Button>
      }
      title={t("new")}
      fields={couponFields(null, { products, levels }, t)}
      write={{ path: "/admin/coupons", success: form("created") }}
      submitLabel={form("create")}
    />
  ) : null;
  return (
    <>
      <PageHead title={t("title")} actions={create} />
      <FilterBar search={{ placeholder: t("search") }} />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.coupons}
        rowKey={(row) => row.id}
        empty={{ icon: BadgePercent, title: t("empty"), description: t("emptyText"), action: create }}
        isFiltered={list.isFiltered}
        clearHref="/admin/coupons"
        page={{
          page: data.page,
          perPage: data.per_page,
          total: data.total,
          href: (page) => list.href({ page }),
        }}
      />
    </>
  );
}
