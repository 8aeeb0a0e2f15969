import { randomUUID } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import type { z } from "zod";
import { furtherTitle } from "@/app/admin/_frame/detail-page";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { moveFields } from "@/components/admin/form/move-fields";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { statementColumns } from "@/components/admin/table/cells";
import { DataTable } from "@/components/admin/table/data-table";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { type depositEntry, depositQuery } from "@/lib/interconnect/main/admin/schema";
import { getSite, listDepositEntries } from "@/lib/interconnect/main/admin-queries";
import { findOr404, idOr404 } from "../../../find-or-404";
import { SiteHead } from "../site-head";

type Props = { params: Promise<{ site_id: string }>; searchParams: SearchParams };
type Row = z.infer<typeof depositEntry>;

/** Read once for the tab and the page. */
const readSite = cache(getSite);

export const generateMetadata = furtherTitle({
  permission: "interconnect:read",
  title: async () => (await getTranslations("admin-trade.site"))("deposit"),
  name: async (id) => (await readSite(id)).name,
});

export default async function DepositPage({ params, searchParams }: Props) {
  const id = idOr404((await params).site_id);
  const path = `/admin/sites/${id}/deposit`;
  const actor = await requirePageAdmin(path, "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const site = await findOr404(() => readSite(id));
  const list = await readListQuery(depositQuery, path, searchParams);
  const [data, t] = await Promise.all([
    listDepositEntries(id, list.query),
    getTranslations("admin-trade.site"),
  ]);
  const columns = statementColumns<Row>(data.currency, t, (row) => t(`types.${row.type}`));
  return (
    <>
      <SiteHead site={site} current="deposit" mayWrite={mayWrite} />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <p>
          <span className="block text-ink-muted text-xs">{t("balance")}</span>
          <Money value={data.balance} currency={data.currency} className="font-semibold text-2xl" />
        </p>
        {mayWrite && hasPermission(actor, "money:write") ? (
          <FormDialog
            trigger={
              <Button size="sm">
                <MoneyAct act={t("topUp")} />
              </Button>
            }
            title={t("topUp")}
            description={t("topUpText")}
            columns={1}
            fields={moveFields(t)}
            fixed={{ request_key: randomUUID() }}
            write={{
              path: `/admin/interconnect/sites/${id}/deposit`,
              success: t("booked"),
              approval: { kind: "deposit.move", site_id: id },
            }}
            submitLabel={t("topUp")}
          />
        ) : null}
      </div>
      <DataTable
        label={t("deposit")}
        columns={columns}
        rows={data.entries}
        rowKey={(row) => row.id}
        empty={{ title: t("entriesNone") }}
        page={list.pages(data)}
      />
    </>
  );
}
