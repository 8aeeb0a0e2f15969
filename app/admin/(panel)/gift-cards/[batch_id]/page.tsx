import { Gift } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead, Stat } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { hasSecondFactor } from "@/lib/accounts/staff/proof/prove-staff";
import { hasPermission } from "@/lib/acts/permissions";
import { getSettings } from "@/lib/settings/queries";
import { getGiftCardBatch, listGiftCards } from "@/lib/wallet/admin-queries";
import { type GiftCardList, giftCardListQuery } from "@/lib/wallet/schema";
import { findOr404 } from "../../find-or-404";
import { FindCard } from "../_components/find-card";
import { ExportCodes } from "./_components/export-codes";

type Props = { params: Promise<{ batch_id: string }>; searchParams: SearchParams };
const statuses = ["active", "redeemed", "disabled"] as const;

type Row = GiftCardList["gift_cards"][number];

/** Read once for the tab and the page. */
const readBatch = cache(getGiftCardBatch);

const page = detailPage({
  list: "/admin/gift-cards",
  text: "admin-people.giftCards",
  permission: "marketing:read",
  name: async (id) => (await readBatch(id)).name,
});

export const generateMetadata = page.generateMetadata;

export default async function GiftCardBatchPage({ params, searchParams }: Props) {
  const { actor, id, path } = await page.open((await params).batch_id);
  const mayWrite = hasPermission(actor, "marketing:write");
  const list = await readListQuery(giftCardListQuery, path, searchParams);
  const [batch, data, { currency }, t] = await Promise.all([
    findOr404(() => readBatch(id)),
    findOr404(() =>
      listGiftCards(id, list.query, { showsCustomers: hasPermission(actor, "customers:read") }),
    ),
    getSettings(),
    getTranslations("admin-people.giftCards"),
  ]);
  const columns: (Column<Row> | null)[] = [
    { key: "id", head: t("cardColumns.id"), cell: (row) => <span className="tabular">{row.id}</span> },
    {
      key: "code",
      head: t("cardColumns.code"),
      cell: (row) => (
        <code className="whitespace-nowrap font-mono text-xs" title={t("masked")}>
          {row.masked_code}
        </code>
      ),
    },
    {
      key: "status",
      head: t("cardColumns.status"),
      cell: (row) => <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>,
    },
    { key: "by", head: t("cardColumns.redeemedBy"), cell: (row) => row.redeemed_by },
    {
      key: "at",
      head: t("cardColumns.redeemedAt"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.redeemed_at ? <DateTime value={row.redeemed_at} className="text-ink-muted" /> : null,
    },
    mayWrite
      ? actionsColumn((row) =>
          row.status === "active" ? (
            <ConfirmAction
              trigger={
                <Button variant="ghost" size="sm">
                  {t("disableOne")}
                </Button>
              }
              title={t("disableOneTitle", { code: row.masked_code, id: row.id })}
              description={t("disableOneText")}
              confirmLabel={t("disableOne")}
              path={`/admin/gift-cards/${id}/cards/${row.id}/disable`}
              success={t("disabled")}
            />
          ) : null,
        )
      : null,
  ];
  return (
    <ClientMessages areas={["admin-people.giftCards"]}>
      <PageHead
        title={batch.name}
        back={await page.back()}
        actions={
          mayWrite && batch.active > 0 ? (
            <>
              {hasPermission(actor, "exports:write") ? (
                <ExportCodes batchId={id} hasSecondFactor={await hasSecondFactor(actor)} />
              ) : null}
              <ConfirmAction
                trigger={
                  <Button variant="secondary" size="sm">
                    {t("disable")}
                  </Button>
                }
                title={t("disableTitle")}
                description={t("disableText", { count: batch.active })}
                confirmLabel={t("disable")}
                path={`/admin/gift-cards/${id}/disable`}
                success={t("disabled")}
              />
            </>
          ) : null
        }
      />
      <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label={t("columns.amount")} value={<Money value={batch.amount} currency={currency} />} />
        <Stat label={t("columns.active")} value={batch.active} />
        <Stat label={t("columns.redeemed")} value={batch.redeemed} />
        <Stat label={t("disabled")} value={batch.disabled} />
      </div>
      <FilterBar
        lead={<FindCard />}
        selects={[
          {
            name: "status",
            label: t("anyStatus"),
            options: statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
        ]}
      />
      <DataTable
        label={t("cards")}
        columns={columns}
        rows={data.gift_cards}
        rowKey={(row) => row.id}
        empty={{ icon: Gift, title: t("noCards") }}
        isFiltered={list.isFiltered}
        clearHref={path}
        page={list.pages(data)}
      />
    </ClientMessages>
  );
}
