import { useTranslations } from "next-intl";
import type { z } from "zod";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { purchaseRow } from "@/lib/interconnect/agent/purchases/schema";

type Row = z.infer<typeof purchaseRow>;

const retriable = new Set(["failed", "paying", "held"]);

/** Acts on a purchase; the server checks them again. */
const acts = [
  { name: "retry", isFor: (row: Row) => retriable.has(row.status) || row.question === "changed" },
  { name: "accept", isFor: (row: Row) => row.question !== null && row.question !== "paid" },
  { name: "reorder", isFor: (row: Row) => row.question === "paid" },
  { name: "close", isFor: (row: Row) => row.question !== null },
] as const;

/** Consequence of an act. Of an answer it depends on what is asked. */
function useConsequence({ question }: Row) {
  const t = useTranslations("admin-trade.purchases");
  return (act: (typeof acts)[number]["name"]) => {
    if (act === "retry" || act === "reorder") return t(`${act}Text`);
    if (act === "close") return t(`closeTexts.${question ?? "terms"}`);
    return t(`acceptTexts.${question === null || question === "paid" ? "terms" : question}`);
  };
}

/** All that a person can decide about one purchase. */
export function Decisions({ row }: { row: Row }) {
  const t = useTranslations("admin-trade.purchases");
  const consequenceOf = useConsequence(row);
  return acts
    .filter((act) => act.isFor(row))
    .map(({ name }) => (
      <ConfirmAction
        key={name}
        trigger={
          <Button variant="secondary" size="sm">
            {t(name)}
          </Button>
        }
        tone={name === "close" ? "danger" : "primary"}
        title={t(`${name}Title`)}
        description={consequenceOf(name)}
        path={`/admin/interconnect/purchases/${row.id}/${name}`}
        success={name === "retry" ? t("retried") : t("decided")}
        confirmLabel={t(name)}
      />
    ));
}

/** Leads from a row of the list to both sides, where everything is decided. */
export function PurchaseActs({ row }: { row: Row }) {
  const t = useTranslations("admin-trade.purchases");
  return (
    <Link
      href={`/admin/purchases/${row.id}`}
      className={buttonClass(row.question === null ? "ghost" : "secondary", "sm")}
    >
      {t("look")}
    </Link>
  );
}
