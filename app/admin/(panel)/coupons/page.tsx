import { BadgePercent } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { shopMoney } from "@/app/admin/_frame/shop-money";
import { CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, periodColumn } from "@/components/admin/table/columns";
import { Link } from "@/components/ui/link";
import { listProductNames } from "@/lib/catalogue/admin/admin-queries";
import { listCoupons, listLevelChoices } from "@/lib/pricing/admin-queries";
import { type CouponView, couponListQuery } from "@/lib/pricing/schema";
import { couponFields, couponState, couponTones } from "./coupon-fields";

const page = adminPage({
  path: "/admin/coupons",
  text: "admin-people.coupons",
  icon: BadgePercent,
  permission: "marketing:read",
  menu: { group: "customers", after: "levels" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(couponListQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("marketing:write");
  const [data, products, levels, money] = await Promise.all([
    listCoupons(list.query),
    listProductNames(),
    listLevelChoices(),
    shopMoney(),
  ]);
  const columns: ListColumns<typeof page.text, CouponView> = [
    {
      key: "code",
      cell: (row) => (
        <Link href={`/admin/coupons/${row.id}`} className="font-medium font-mono hover:text-pine">
          {row.code}
        </Link>
      ),
    },
    {
      key: "worth",
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
      align: "right",
      cell: (row) =>
        row.total_limit === null
          ? row.used_count
          : t("ofLimit", { used: row.used_count, limit: row.total_limit }),
    },
    periodColumn(t("always")),
    {
      key: "state",
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
      {...frame}
      data={data}
      rows={data.coupons}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
      }}
      csv="/admin/coupons/export"
      create={create}
    />
  );
});
