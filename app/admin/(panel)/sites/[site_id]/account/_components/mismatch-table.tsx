import { CircleCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { ShortCode } from "@/components/admin/short-code";
import { OrderLink } from "@/components/admin/table/cells";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { listMismatches } from "@/lib/interconnect/main/statements/compare-books";
import type { MismatchView } from "@/lib/interconnect/main/statements/schema";

type MismatchTableProps = {
  siteId: number;
  currency: string;
  state: "open" | "resolved";
  page: number;
  mayWrite: boolean;
  href: (changes: Record<string, string | number | null>) => string;
};

/** Lists the differences between both books, with the act that ends each. */
export async function MismatchTable({ siteId, currency, state, page, mayWrite, href }: MismatchTableProps) {
  const [data, t] = await Promise.all([
    listMismatches(siteId, { state, page, per_page: 20 }),
    getTranslations("admin-trade.account"),
  ]);
  const money = (value: string | null) =>
    value === null ? "–" : <Money value={value} currency={currency} />;
  const columns: (Column<MismatchView> | null)[] = [
    { key: "mismatch", head: t("columns.mismatch"), cell: (row) => t(`kinds.${row.kind}`) },
    {
      key: "order",
      head: t("columns.order"),
      cell: (row) =>
        row.kind !== "unknown_here" && row.order_no ? (
          <OrderLink orderNo={row.order_no} />
        ) : (
          <ShortCode value={row.order_no ?? row.downstream_order_no ?? ""} />
        ),
    },
    { key: "ours", head: t("columns.ours"), align: "right", cell: (row) => money(row.ours) },
    { key: "theirs", head: t("columns.theirs"), align: "right", cell: (row) => money(row.theirs) },
    state === "resolved"
      ? {
          key: "note",
          head: t("columns.note"),
          cell: (row) => (
            <>
              <span className="break-words">{row.note ?? t("endedByItself")}</span>
              <span className="block text-ink-faint text-xs">
                {row.resolved_by} {row.resolved_at ? <DateTime value={row.resolved_at} /> : null}
              </span>
            </>
          ),
        }
      : null,
    state === "open" && mayWrite
      ? {
          key: "actions",
          head: "",
          align: "right",
          cell: (row) => (
            <FormDialog
              trigger={
                <Button variant="secondary" size="sm">
                  {t("resolve")}
                </Button>
              }
              title={t("resolveTitle")}
              description={t("resolveText")}
              columns={1}
              fields={[{ kind: "textarea", name: "note", label: t("note"), required: true, rows: 3 }]}
              write={{
                path: `/admin/interconnect/sites/${siteId}/mismatches/${row.id}/resolve`,
                success: t("resolvedNow"),
              }}
              submitLabel={t("resolve")}
            />
          ),
        }
      : null,
  ];
  return (
    <section className="mt-6">
      <header className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="mr-auto font-semibold">{t("mismatches")}</h2>
        {(["open", "resolved"] as const).map((one) => (
          <Link
            key={one}
            href={href({ state: one === "open" ? null : one, mismatch_page: null })}
            aria-current={one === state ? "page" : undefined}
            className={one === state ? "font-medium text-sm" : "text-ink-muted text-sm hover:text-ink"}
          >
            {one === "open" ? t("openMismatches") : t("resolved")}
          </Link>
        ))}
      </header>
      <DataTable
        label={t("mismatches")}
        columns={columns}
        rows={data.mismatches}
        rowKey={(row) => row.id}
        empty={{ icon: CircleCheck, title: t("mismatchesNone") }}
        page={{
          page: data.page,
          perPage: data.per_page,
          total: data.total,
          href: (next) => href({ mismatch_page: next }),
        }}
      />
    </section>
  );
}
