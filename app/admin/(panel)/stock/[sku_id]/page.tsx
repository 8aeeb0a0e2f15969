import { Boxes } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { Fragment } from "react";
import { detailPage } from "@/app/admin/_frame/detail-page";
import { shopMoney } from "@/app/admin/_frame/shop-money";
import { AddedDelivery } from "@/components/admin/delivery/added-delivery";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead, Stat } from "@/components/admin/page-frame";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { chooseColumns } from "@/components/admin/table/choose-columns";
import { ColumnChooser } from "@/components/admin/table/column-chooser";
import {
  type ListColumns,
  orderColumn,
  stateColumn,
  timeColumn,
  withHeads,
} from "@/components/admin/table/columns";
import { DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { BulkBar, SelectionScope } from "@/components/admin/table/selection";
import { ClientMessages } from "@/components/store/client-messages";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { readListColumns } from "@/lib/accounts/staff/columns/list-columns";
import { hasSecondFactor } from "@/lib/accounts/staff/proof/prove-staff";
import { hasPermission } from "@/lib/acts/permissions";
import { isKeyed } from "@/lib/catalogue/choices";
import { countWaiting } from "@/lib/catalogue/stock-notices/queries";
import { getDelivery } from "@/lib/fulfillment/get-delivery";
import { getStockCount, listBatches, listKeyedOptions, listSecrets } from "@/lib/stock/admin-queries";
import { listedStatuses, type SecretList, secretListQuery } from "@/lib/stock/schema";
import { findOr404 } from "../../find-or-404";
import { readOption } from "../read-option";
import { AddKeys } from "./_components/add-keys";
import { BatchList } from "./_components/batch-list";
import { BundleLink, NoKeys } from "./_components/bundle-link";
import { CountedStock } from "./_components/counted-stock";
import { ExportKeys } from "./_components/export-keys";
import { filledColumns } from "./_components/filled-columns";
import { FindKey } from "./_components/find-key";
import { LivingTexts } from "./_components/living-texts";
import { RevealKey } from "./_components/reveal-key";
import { SaleRuleDialog } from "./_components/sale-rule";
import { StockAnswer } from "./_components/stock-answer";

type Props = { params: Promise<{ sku_id: string }>; searchParams: SearchParams };
type Row = SecretList["secrets"][number];

const page = detailPage({
  list: "/admin/stock",
  text: "admin-sell.stock",
  permission: "stock:read",
  name: async (id) => {
    const { product_title, name, code } = await readOption(id);
    return `${product_title} · ${name || code}`;
  },
});

/** One choice for the keys of every option. */
const columnsPath = "/admin/stock/keys";

export const generateMetadata = page.generateMetadata;

export default async function SkuStockPage({ params, searchParams }: Props) {
  const { actor, id: skuId, path } = await page.open((await params).sku_id);
  const mayWrite = hasPermission(actor, "stock:write");
  const list = await readListQuery(secretListQuery, path, searchParams);
  const sku = await findOr404(() => readOption(skuId));
  const [count, waiting, { batches }, data, others, forms, t, status, format] = await Promise.all([
    getStockCount(skuId),
    countWaiting(skuId),
    listBatches(skuId),
    listSecrets(skuId, list.query),
    mayWrite ? listKeyedOptions(skuId) : [],
    getDelivery(skuId),
    getTranslations("admin-sell.keys"),
    getTranslations("admin.status.secret"),
    getFormatter(),
  ]);
  const isStored = isKeyed(sku.kind) && sku.source === "local";
  const isCounted =
    !isStored &&
    sku.source === "local" &&
    !sku.is_bundle &&
    !count.is_asked &&
    hasPermission(actor, "catalogue:write");
  // An option that sells keys is opened for its keys: other goods stand above them only where it delivers them.
  const offered = sku.source === "local" && !sku.is_bundle ? forms.filter(({ code }) => code !== "file") : [];
  const above = isStored ? offered.filter(({ isOn }) => isOn) : offered;
  const below = offered.filter((form) => !above.includes(form));
  const goods = (shown: typeof offered) =>
    shown.length > 0 ? (
      <div className="mb-4 flex flex-col gap-4">
        {shown.map((form) => (
          <Fragment key={form.code}>
            <AddedDelivery
              skuId={skuId}
              form={form}
              fulfillers={forms.filter(({ isOn }) => isOn).map((one) => one.code)}
              mayWrite={hasPermission(actor, "catalogue:write")}
              suggested={{ product: sku.product_title }}
            />
            {form.code === "dynamic" && form.isOn ? <StockAnswer skuId={skuId} /> : null}
            {form.code === "living" && form.isOn ? <LivingTexts skuId={skuId} mayWrite={mayWrite} /> : null}
          </Fragment>
        ))}
      </div>
    ) : null;

  const { status: state, batch_id: batchId, secret_id: wanted } = list.query;
  // An act takes the keys that it is meant for: free ones to void or move, void ones to put back.
  const matching =
    wanted === undefined && (state === undefined || state === "available" || state === "void")
      ? {
          count: data.is_total_capped ? null : data.total,
          body: batchId ? { batch_id: batchId } : { all: true },
        }
      : null;

  const all: ListColumns<"admin-sell.keys", Row> = [
    { key: "id", cell: (row) => <span className="tabular text-ink-faint">{row.id}</span> },
    mayWrite
      ? {
          key: "content",
          className: "min-w-40",
          cell: (row) => <RevealKey id={row.id} />,
        }
      : null,
    stateColumn("status", (row) => [row.status, status(row.status)]),
    { ...orderColumn(), from: "md" },
    {
      key: "batch",
      align: "right",
      from: "md",
      cell: (row) =>
        row.batch_id === null ? null : (
          <Link href={list.href({ batch_id: row.batch_id })} className="hover:text-pine">
            {row.batch_id}
          </Link>
        ),
    },
    ...filledColumns(data.secrets, t, await shopMoney()),
    timeColumn("created", (row) => row.created_at, { from: "lg" }),
  ];

  const { columns, choices } = chooseColumns(
    withHeads(all, (key) => t(`columns.${key}`)),
    await readListColumns(actor, columnsPath),
  );
  return (
    <ClientMessages areas={["admin-sell.keys"]}>
      <PageHead
        title={sku.product_title}
        description={`${sku.name} · ${sku.code}`}
        back={await page.back()}
        actions={
          <>
            {isStored && hasPermission(actor, "catalogue:write") ? <SaleRuleDialog sku={sku} /> : null}
            <BundleLink sku={sku} />
            <Link href={`/admin/products/${sku.product_id}`} className={buttonClass("secondary", "sm")}>
              {t("editProduct")}
            </Link>
          </>
        }
      />
      <div className="mb-4 grid grid-cols-3 gap-3">
        <Stat label={t("available")} value={count.is_unlimited ? "∞" : format.number(count.available)} />
        <Stat label={t("reserved")} value={format.number(count.reserved)} />
        <Stat label={t("sold")} value={format.number(count.sold)} />
      </div>
      {waiting > 0 ? (
        <p className="-mt-1 mb-4 text-ink-muted text-sm">{t("waiting", { count: waiting })}</p>
      ) : null}
      {goods(above)}
      {isStored ? (
        <>
          <div className="mb-4 grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
            {mayWrite ? <AddKeys skuId={skuId} /> : null}
            <BatchList
              skuId={skuId}
              batches={batches}
              mayWrite={mayWrite}
              href={(id) => list.href({ batch_id: id })}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <SelectionScope {...(matching ? { matching } : {})}>
              <div className="min-w-0">
                <FilterBar
                  lead={<FindKey skuId={skuId} />}
                  selects={[
                    {
                      name: "status",
                      label: t("status"),
                      options: listedStatuses.map((value) => ({ value, label: status(value) })),
                    },
                    {
                      name: "batch_id",
                      label: t("anyBatch"),
                      options: batches.map((batch) => ({
                        value: String(batch.id),
                        label: t("batch", { id: batch.id }),
                      })),
                    },
                  ]}
                >
                  {mayWrite && hasPermission(actor, "exports:write") ? (
                    <ExportKeys
                      skuId={skuId}
                      {...(batchId ? { batchId } : {})}
                      hasSecondFactor={await hasSecondFactor(actor)}
                    />
                  ) : null}
                  {choices.length > 0 ? <ColumnChooser path={columnsPath} choices={choices} /> : null}
                </FilterBar>
                <DataTable
                  label={t("list")}
                  columns={columns}
                  rows={data.secrets}
                  rowKey={(row) => row.id}
                  selectable={mayWrite}
                  empty={{ icon: Boxes, title: t("empty"), description: t("emptyText") }}
                  isFiltered={list.isFiltered}
                  clearHref={path}
                  page={list.pages(data)}
                />
              </div>
              {mayWrite ? (
                <BulkBar>
                  <BulkAction
                    label={t("void")}
                    path={`/admin/stock/skus/${skuId}/void`}
                    counted="voided"
                    member="secret_ids"
                    title={t("voidTitle")}
                    description={t("voidText")}
                    success={t("voided")}
                    tone="danger"
                    undo={{ path: `/admin/stock/skus/${skuId}/restore` }}
                  />
                  {others.length > 0 ? (
                    <BulkAction
                      label={t("move")}
                      path={`/admin/stock/skus/${skuId}/move`}
                      counted="moved"
                      member="secret_ids"
                      title={t("moveTitle")}
                      description={t("moveText")}
                      success={t("moved")}
                      choice={{
                        member: "to_sku_id",
                        preview: "admin-sell.keys.movePreview",
                        label: t("moveTo"),
                        options: others.map(({ id, name }) => ({ value: String(id), label: name })),
                      }}
                    />
                  ) : null}
                  <BulkAction
                    label={t("restore")}
                    path={`/admin/stock/skus/${skuId}/restore`}
                    counted="restored"
                    member="secret_ids"
                    title={t("restoreTitle")}
                    description={t("restoreText")}
                    success={t("restored")}
                  />
                </BulkBar>
              ) : null}
            </SelectionScope>
          </div>
          <div className="mt-6">{goods(below)}</div>
        </>
      ) : isCounted ? (
        <CountedStock skuId={skuId} left={count.is_unlimited ? null : count.available} />
      ) : (
        <NoKeys isBundle={sku.is_bundle} />
      )}
    </ClientMessages>
  );
}
