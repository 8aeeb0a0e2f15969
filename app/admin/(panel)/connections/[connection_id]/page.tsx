import { PlugZap } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import type { z } from "zod";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { BulkBar, SelectionScope } from "@/components/admin/table/selection";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ForeignMoney, Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { listAdminCategories } from "@/lib/catalogue/admin/admin-queries";
import { secretKinds } from "@/lib/catalogue/choices";
import { unlimitedStock } from "@/lib/catalogue/schema";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { offerQuery, type offerRow } from "@/lib/interconnect/agent/admin/schema";
import { getConnection, listOffers } from "@/lib/interconnect/agent/admin-queries";
import { getSettings } from "@/lib/settings/queries";
import { findOr404, idOr404 } from "../../find-or-404";
import { ImportOffers } from "./_components/import-offers";
import { MapOffer } from "./_components/map-offer";
import { ConnectionHead } from "./connection-head";

type Props = { params: Promise<{ connection_id: string }>; searchParams: SearchParams };
type Row = z.infer<typeof offerRow>;

/** Read once for the tab and the page. */
const readConnection = cache(getConnection);

export const { generateMetadata } = detailPage({
  list: "/admin/connections",
  text: "admin-trade.connections",
  permission: "interconnect:read",
  name: async (id) => (await readConnection(id)).name,
});

export default async function OffersPage({ params, searchParams }: Props) {
  const id = idOr404((await params).connection_id);
  const path = `/admin/connections/${id}`;
  const actor = await requirePageAdmin(path, "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const connection = await findOr404(() => readConnection(id));
  const list = await readListQuery(offerQuery, path, searchParams);
  const [data, categories, { currency }, t, kinds] = await Promise.all([
    listOffers(id, list.query),
    listAdminCategories(),
    getSettings(),
    getTranslations("admin-trade.connection"),
    getTranslations("admin.status.kind"),
  ]);
  const columns: (Column<Row> | null)[] = [
    {
      key: "offer",
      head: t("columns.offer"),
      cell: (row) => (
        <>
          <span className={row.is_active ? "font-medium" : "text-ink-faint line-through"}>{row.title}</span>
          {row.sku_name ? <span className="text-ink-muted"> · {row.sku_name}</span> : null}
          <span className="block text-ink-faint text-xs">
            {row.category}
            {row.is_active ? "" : ` · ${t("gone")}`}
          </span>
        </>
      ),
    },
    {
      key: "kind",
      className: "break-keep",
      head: t("columns.kind"),
      from: "lg",
      cell: (row) => {
        const kind = secretKinds.find((known) => known === row.auto_secret_kind);
        return kind ? kinds(kind) : row.auto_secret_kind;
      },
    },
    {
      key: "cost",
      head: t("columns.cost"),
      align: "right",
      cell: (row) => <ForeignMoney value={row.cost} currency={connection.currency} />,
    },
    {
      key: "price",
      head: t("columns.price"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.suggested_price === null ? "–" : <Money value={row.suggested_price} currency={currency} />,
    },
    {
      key: "stock",
      head: t("columns.stock"),
      align: "right",
      cell: (row) => (row.stock >= unlimitedStock ? "∞" : row.stock),
    },
    {
      key: "mapping",
      head: t("columns.mapping"),
      cell: (row) =>
        row.mapping ? (
          <>
            <Link href={`/admin/products/${row.mapping.product_id}`} className="hover:text-pine">
              {row.mapping.title} · {row.mapping.sku_name}
            </Link>
            <span className="flex flex-wrap items-center gap-2 text-ink-faint text-xs">
              <Money value={row.mapping.price} currency={currency} />
              {row.mapping.is_price_auto ? null : t("manualPrice")}
              {row.mapping.paused_at ? <StateBadge state="failed">{t("paused")}</StateBadge> : null}
            </span>
          </>
        ) : null,
    },
    mayWrite
      ? actionsColumn((row) => (
          <>
            <MapOffer connectionId={id} offer={row} />
            {row.mapping ? (
              <ConfirmAction
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("unmap")}
                  </Button>
                }
                title={t("unmapTitle")}
                description={t("unmapText")}
                confirmLabel={t("unmap")}
                path={`/admin/interconnect/connections/${id}/mappings`}
                method="PUT"
                body={{ offer_id: row.id, sku_id: null }}
                success={t("unmapDone")}
              />
            ) : null}
          </>
        ))
      : null,
  ];
  return (
    <ClientMessages areas={["admin-trade.connection"]}>
      <SelectionScope>
        <ConnectionHead connection={connection} current="offers" mayWrite={mayWrite} />
        <FilterBar
          search={{ placeholder: t("search") }}
          selects={[
            {
              name: "mapped",
              label: t("anyMapping"),
              options: [
                { value: "true", label: t("mapped") },
                { value: "false", label: t("unmapped") },
              ],
            },
            {
              name: "active",
              label: t("anyActive"),
              options: [
                { value: "true", label: t("activeOnly") },
                { value: "false", label: t("inactiveOnly") },
              ],
            },
          ]}
        />
        <DataTable
          label={t("offers")}
          columns={columns}
          rows={data.offers}
          rowKey={(row) => row.id}
          selectBy={(row) => row.upstream_product_id}
          selectable={mayWrite}
          rowTone={(row) => (row.mapping?.paused_at ? "warn" : undefined)}
          empty={{ icon: PlugZap, title: t("empty"), description: t("emptyText") }}
          isFiltered={list.isFiltered}
          clearHref={path}
          page={list.pages(data)}
        />
        <BulkBar unit="product">
          <ImportOffers
            connectionId={id}
            categories={categories.map((category) => ({ id: category.id, name: category.name }))}
          />
        </BulkBar>
      </SelectionScope>
    </ClientMessages>
  );
}
