import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { Money } from "@/components/ui/money";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { ProfitFigures, ProfitReport } from "@/lib/reports/schema";

type Amount = Exclude<keyof ProfitFigures, "margin" | "quantity" | "uncosted">;

/** Lines in the order in which the profit comes about; `taken` ones are subtracted. */
const lines: readonly { of: Amount; isTaken?: true; isAlways?: true }[] = [
  { of: "sales", isAlways: true },
  { of: "refunds", isTaken: true, isAlways: true },
  { of: "uncosted_sales", isTaken: true },
  { of: "cost", isTaken: true, isAlways: true },
  { of: "fees" },
  { of: "gateway_costs", isTaken: true },
  { of: "balance_given", isTaken: true },
  { of: "gift_cards", isTaken: true },
];

const negative = (amount: string) =>
  /^-?0(\.0+)?$/.test(amount) ? amount : amount.startsWith("-") ? amount.slice(1) : `-${amount}`;

/** How the profit comes about, to the cent, beside the time before. */
export async function Statement({ report }: { report: ProfitReport }) {
  const t = await getTranslations("admin-sell.profit");
  const { totals, before, currency } = report;
  const shown = lines.filter(
    ({ of, isAlways }) => isAlways || Number(totals[of]) !== 0 || Number(before[of]) !== 0,
  );
  const cell = "tabular px-4 py-2 text-right whitespace-nowrap";
  const amount = (value: string, isTaken?: true) => (
    <Money value={isTaken ? negative(value) : value} currency={currency} />
  );
  return (
    <Panel title={t("statement")} description={t("statementText")} flush>
      <ScrollArea label={t("statement")}>
        <table className="w-full text-left text-sm">
          <thead className="border-line border-y bg-sunken/50 text-ink-muted text-xs">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                {t("line")}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {t("now")}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {t("then")}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ of, isTaken }) => (
              <tr key={of} className="border-line border-b">
                <th scope="row" className="px-4 py-2 font-normal">
                  {t(`lines.${of}`)}
                </th>
                <td className={cell}>{amount(totals[of], isTaken)}</td>
                <td className={`${cell} text-ink-muted`}>{amount(before[of], isTaken)}</td>
              </tr>
            ))}
            <tr className="font-semibold">
              <th scope="row" className="px-4 py-2.5">
                {t("lines.profit")}
              </th>
              <td className={cell}>{amount(totals.profit)}</td>
              <td className={`${cell} text-ink-muted`}>{amount(before.profit)}</td>
            </tr>
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
