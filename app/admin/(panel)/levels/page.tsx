import { Medal, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Button, buttonClass } from "@/components/ui/button";
import { formatMoney } from "@/components/ui/money";
import { hasPermission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";
import { listAdminMemberLevels } from "@/lib/pricing/admin-queries";
import type { AdminMemberLevel } from "@/lib/pricing/schema";
import { getSettings } from "@/lib/settings/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-people.levels"))("title") };
}

export default async function LevelsPage() {
  const actor = await requirePageAdmin("/admin/levels", "marketing:read");
  const mayWrite = hasPermission(actor, "marketing:write");
  const [levels, { currency }, t, form, locale] = await Promise.all([
    listAdminMemberLevels(),
    getSettings(),
    getTranslations("admin-people.levels"),
    getTranslations("admin.form"),
    getLocale(),
  ]);
  const money = (value: string) => formatMoney(value, currency, locale);
  const reachedBy = (row: AdminMemberLevel) =>
    [
      row.recharge_threshold === "0.00" ? null : t("byRecharge", { amount: money(row.recharge_threshold) }),
      row.spend_threshold === "0.00" ? null : t("bySpend", { amount: money(row.spend_threshold) }),
    ]
      .filter(Boolean)
      .join(", ") || t("byHand");
  const fields = (row: AdminMemberLevel | null): FieldSpec[] => [
    { kind: "text", name: "name", label: t("fields.name"), value: row?.name ?? "", required: true },
    { kind: "text", name: "slug", label: t("fields.slug"), value: row?.slug ?? "", required: true },
    {
      kind: "number",
      name: "discount_percent",
      label: t("fields.discount"),
      value: row?.discount_percent ?? 0,
      unit: "%",
      min: 0,
      max: 100,
      required: true,
    },
    {
      kind: "number",
      name: "sort_order",
      label: t("fields.order"),
      hint: t("fields.orderHint"),
      value: row?.sort_order ?? 0,
      required: true,
    },
    {
      kind: "money",
      name: "recharge_threshold",
      label: t("fields.recharge"),
      hint: t("fields.thresholdHint"),
      value: row?.recharge_threshold ?? "0.00",
      required: true,
    },
    {
      kind: "money",
      name: "spend_threshold",
      label: t("fields.spend"),
      hint: t("fields.thresholdHint"),
      value: row?.spend_threshold ?? "0.00",
      required: true,
    },
    { kind: "text", name: "icon", label: t("fields.icon"), value: row?.icon ?? "", empty: "null" },
    { kind: "switch", name: "is_default", label: t("fields.default"), value: row?.is_default ?? false },
  ];
  const columns: (Column<AdminMemberLevel> | null)[] = [
    {
      key: "name",
      head: t("columns.name"),
      cell: (row) => (
        <span className="flex items-center gap-2">
          <span className="font-medium">{row.name}</span>
          {row.is_default ? <StateBadge state="active">{t("default")}</StateBadge> : null}
        </span>
      ),
    },
    {
      key: "discount",
      head: t("columns.discount"),
      align: "right",
      cell: (row) => `${row.discount_percent} %`,
    },
    { key: "thresholds", head: t("columns.thresholds"), from: "md", cell: reachedBy },
    {
      key: "users",
      head: t("columns.users"),
      align: "right",
      cell: (row) => (
        <Link href={`/admin/users?member_level_id=${row.id}`} className="hover:text-pine">
          {row.users}
        </Link>
      ),
    },
    { key: "prices", head: t("columns.prices"), align: "right", from: "md", cell: (row) => row.prices },
    {
      key: "actions",
      head: "",
      align: "right",
      cell: (row) => (
        <span className="flex justify-end gap-1">
          <Link href={`/admin/levels/${row.id}`} className={buttonClass("ghost", "sm")}>
            {t("prices")}
          </Link>
          {mayWrite ? (
            <>
              <FormDialog
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("edit")}
                  </Button>
                }
                title={row.name}
                fields={fields(row)}
                write={{ path: `/admin/member-levels/${row.id}`, method: "PUT", success: form("saved") }}
                submitLabel={form("save")}
              />
              <ConfirmAction
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("delete")}
                  </Button>
                }
                title={t("deleteTitle", { name: row.name })}
                description={t("deleteText")}
                confirmLabel={t("delete")}
                path={`/admin/member-levels/${row.id}`}
                method="DELETE"
                success={form("deleted")}
              />
            </>
          ) : null}
        </span>
      ),
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
      fields={fields(null)}
      write={{ path: "/admin/member-levels", success: form("created") }}
      submitLabel={form("create")}
    />
  ) : null;
  return (
    <>
      <PageHead title={t("title")} description={t("description")} actions={create} />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={levels}
        rowKey={(row) => row.id}
        empty={{ icon: Medal, title: t("empty"), description: t("emptyText"), action: create }}
      />
    </>
  );
}
