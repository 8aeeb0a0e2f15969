import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { z } from "zod";
import { Panel } from "@/components/admin/page-frame";
import { DateTime } from "@/components/ui/date-time";
import { ForeignMoney } from "@/components/ui/money";
import type { purchaseRow } from "@/lib/interconnect/agent/purchases/schema";

type Row = z.infer<typeof purchaseRow>;
type Side = readonly [name: string, agreed: ReactNode, answered: ReactNode | null];

const moment = (at: string | null) => (at ? <DateTime value={at} style="exact" /> : null);

/** A member that was told again as it was agreed is no difference. */
const otherThan = <T,>(agreed: T, told: T | null | undefined): T | null =>
  told == null || told === agreed ? null : told;

/** Lays what was agreed beside what the main site answered where it differed. */
export function Sides({ row }: { row: Row }) {
  const t = useTranslations("admin-trade.purchases.sides");
  const told = row.answered;
  const money = (value: string | null | undefined, currency: string | null | undefined) =>
    value == null ? null : <ForeignMoney value={value} currency={currency ?? row.currency} />;
  const count = told?.units ?? null;
  const units =
    count === null ? null : t(row.question === "changed" ? "otherUnits" : "repeatedUnits", { count });
  const sides: readonly Side[] = [
    [t("number"), row.upstream_order_no, otherThan(row.upstream_order_no, told?.upstream_order_no)],
    [
      t("amount"),
      money(row.amount, row.currency),
      money(otherThan(row.amount, told?.amount), told?.currency),
    ],
    [t("currency"), row.currency, otherThan(row.currency, told?.currency)],
    [t("end"), moment(row.expire_at), moment(otherThan(row.expire_at, told?.expire_at))],
    [t("units"), row.quantity, units],
    [
      t("state"),
      row.paid_at ? t("paid") : t("unpaid"),
      told?.state === "unknown" ? t("unknown") : (told?.state ?? null),
    ],
  ];
  return (
    <Panel title={t("title")} description={t("text")} flush>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line border-b text-left text-ink-muted text-xs">
            <th scope="col" className="px-4 py-2 font-normal">
              {t("fact")}
            </th>
            <th scope="col" className="px-4 py-2 font-normal">
              {t("agreed")}
            </th>
            <th scope="col" className="px-4 py-2 font-normal">
              {t("answered")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sides.map(([name, agreed, answered]) => (
            <tr key={name} className="border-line border-b last:border-b-0">
              <th scope="row" className="break-keep px-4 py-2 text-left font-normal text-ink-muted">
                {name}
              </th>
              <td className="wrap-anywhere px-4 py-2">{agreed ?? "—"}</td>
              <td className="wrap-anywhere px-4 py-2">
                {answered ?? <span className="whitespace-nowrap text-ink-faint">{t("same")}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
