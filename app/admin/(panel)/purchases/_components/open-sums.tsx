import { useTranslations } from "next-intl";
import { ForeignMoney } from "@/components/ui/money";
import type { OpenPurchases } from "@/lib/interconnect/agent/purchases/schema";

/** Says what is open, by currency: our money is there and the goods are not here, or a person is asked. */
export function OpenSums({ open }: { open: readonly OpenPurchases[] }) {
  const t = useTranslations("admin-trade.purchases");
  if (open.length === 0) return null;
  return (
    <ul className="mb-3 grid gap-1 text-sm">
      {open.map((row) => (
        <li key={row.currency ?? ""} className="flex flex-wrap items-baseline gap-x-2">
          <span>{t("openSum", { count: row.count })}</span>
          <ForeignMoney value={row.amount} currency={row.currency} />
          {row.asked > 0 ? (
            <span className="text-danger">
              {t("askedSum", { count: row.asked })}{" "}
              <ForeignMoney value={row.asked_amount} currency={row.currency} />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
