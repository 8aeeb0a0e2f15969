import { randomUUID } from "node:crypto";
import { Gift } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import type { Column } from "@/components/admin/table/data-table";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { getSettings } from "@/lib/settings/queries";
import { listGiftCardBatches } from "@/lib/wallet/admin-queries";
import { type GiftCardBatchView, giftCardBatchListQuery } from "@/lib/wallet/schema";
import { FindCard } from "./_components/find-card";

const page = adminPage({
  path: "/admin/gift-cards",
  text: "admin-people.giftCards",
  icon: Gift,
  permission: "marketing:read",
  menu: { group: "customers", after: "coupons" },
});

export const generateMetadata = page.generateMetadata;

export default async function GiftCardsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const list = await page.readList(giftCardBatchListQuery, searchParams);
  const [data, own, { currency }, t] = await Promise.all([
    listGiftCardBatches(list.query),
    page.own(actor),
    getSettings(),
    getTranslations("admin-people.giftCards"),
  ]);
  const columns: Column<GiftCardBatchView>[] = [
    {
      key: "name",
      head: t("columns.name"),
      cell: (row) => (
        <Link href={`/admin/gift-cards/${row.id}`} className="font-medium hover:text-pine">
          {row.name}
        </Link>
      ),
    },
    {
      key: "amount",
      head: t("columns.amount"),
      align: "right",
      cell: (row) => <Money value={row.amount} currency={currency} />,
    },
    { key: "quantity", head: t("columns.quantity"), align: "right", cell: (row) => row.quantity },
    { key: "active", head: t("columns.active"), align: "right", cell: (row) => row.active },
    { key: "redeemed", head: t("columns.redeemed"), align: "right", from: "md", cell: (row) => row.redeemed },
    {
      key: "expires",
      head: t("columns.expires"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.expires_at ? (
          <DateTime value={row.expires_at} style="date" />
        ) : (
          <span className="text-ink-faint">{t("noExpiry")}</span>
        ),
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "lg",
      cell: (row) => <DateTime value={row.created_at} className="text-ink-muted" />,
    },
  ];
  const mayCreate = hasPermission(actor, "marketing:write") && hasPermission(actor, "money:write");
  const create = mayCreate ? (
    <CreateAction
      fields={[
        { kind: "text", name: "name", label: t("fields.name"), required: true },
        { kind: "money", name: "amount", label: t("fields.amount"), required: true },
        {
          kind: "number",
          name: "quantity",
          label: t("fields.quantity"),
          value: 10,
          min: 1,
          max: 10_000,
          required: true,
        },
        { kind: "datetime", name: "expires_at", label: t("fields.expires"), empty: "null" },
      ]}
      columns={1}
      fixed={{ request_key: randomUUID() }}
      write={{
        path: "/admin/gift-cards",
        goTo: "/admin/gift-cards/{id}",
        approval: { kind: "gift_cards.create" },
      }}
      label={t("new")}
    />
  ) : null;
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.batches}
      rowKey={(row) => row.id}
      columns={columns}
      create={create}
    >
      <div className="mb-3 flex">
        <FindCard />
      </div>
    </ListPage>
  );
}
