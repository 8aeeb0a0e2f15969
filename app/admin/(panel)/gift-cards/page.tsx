import { randomUUID } from "node:crypto";
import { Gift, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";
import { getSettings } from "@/lib/settings/queries";
import { listGiftCardBatches } from "@/lib/wallet/admin-queries";
import { type GiftCardBatchView, giftCardBatchListQuery } from "@/lib/wallet/schema";
import { FindCard } from "./_components/find-card";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-people.giftCards"))("title") };
}

export default async function GiftCardsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/gift-cards", "marketing:read");
  const list = await readListQuery(giftCardBatchListQuery, "/admin/gift-cards", searchParams);
  const [data, { currency }, t, form] = await Promise.all([
    listGiftCardBatches(list.query),
    getSettings(),
    getTranslations("admin-people.giftCards"),
    getTranslations("admin.form"),
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
    <FormDialog
      trigger={
        <Button size="sm">
          <Plus aria-hidden />
          {t("new")}
        </Button>
      }
      title={t("new")}
      columns={1}
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
      fixed={{ request_key: randomUUID() }}
      write={{
        path: "/admin/gift-cards",
        success: form("created"),
        goTo: "/admin/gift-cards/{id}",
        approval: { kind: "gift_cards.create" },
      }}
      submitLabel={form("create")}
    />
  ) : null;
  return (
    <ClientMessages areas={["admin", "admin-people"]}>
      <PageHead title={t("title")} description={t("description")} actions={create} />
      <div className="mb-3 flex">
        <FindCard />
      </div>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.batches}
        rowKey={(row) => row.id}
        empty={{ icon: Gift, title: t("empty"), description: t("emptyText"), action: create }}
        page={{
          page: data.page,
          perPage: data.per_page,
          total: data.total,
          href: (page) => list.href({ page }),
        }}
      />
    </ClientMessages>
  );
}
