import type { getTranslations } from "next-intl/server";
import type { Column } from "@/components/admin/table/data-table";
import { DateTime } from "@/components/ui/date-time";
import type { SecretList } from "@/lib/stock/schema";

type Row = SecretList["secrets"][number];
type Texts = Awaited<ReturnType<typeof getTranslations<"admin-sell.keys">>>;

/** Columns that only some keys have something for: each is there while a key of the page has. */
export const filledColumns = (
  rows: readonly Row[],
  t: Texts,
  money: (value: string) => string,
): (Column<Row> | null)[] => [
  rows.some((row) => row.use_by)
    ? {
        key: "use_by",
        head: t("columns.useBy"),
        from: "md",
        cell: (row) => (row.use_by ? <DateTime value={row.use_by} className="whitespace-nowrap" /> : null),
      }
    : null,
  rows.some((row) => row.cost)
    ? {
        key: "cost",
        head: t("columns.cost"),
        align: "right",
        from: "lg",
        cell: (row) => <span className="tabular">{row.cost ? money(row.cost) : null}</span>,
      }
    : null,
  rows.some((row) => row.public_label)
    ? {
        key: "public_label",
        head: t("columns.publicLabel"),
        from: "md",
        cell: (row) => <span className="break-words">{row.public_label}</span>,
      }
    : null,
  rows.some((row) => row.note)
    ? {
        key: "note",
        head: t("columns.note"),
        from: "lg",
        cell: (row) => <span className="text-ink-muted">{row.note}</span>,
      }
    : null,
];
