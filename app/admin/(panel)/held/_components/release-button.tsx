"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { z } from "zod";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { useSelection } from "@/components/admin/table/selection";
import { api } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { formatMoney } from "@/components/ui/money";
import { toast } from "@/components/ui/toast";
import type { releaseReport } from "@/lib/interconnect/main/admin/schema";
import { releaseResults } from "@/lib/interconnect/main/choices";
import { type HeldOrder, releaseCosts } from "./release-costs";

type ReleaseButtonProps = {
  rows: readonly HeldOrder[];
  /** Releases only the rows that are ticked. */
  ofChosen?: boolean;
  currency: string;
  /** Releases whatever the deposit holds. */
  isOutside?: boolean;
};

/** Says of every order what became of it: some may have been released by somebody else, or be out of stock. */
export function ReleaseButton({ rows, ofChosen = false, isOutside = false, currency }: ReleaseButtonProps) {
  const t = useTranslations("admin-trade.held");
  const locale = useLocale();
  const router = useRouter();
  const errorText = useAdminError();
  const { chosen, clear } = useSelection();

  const released = ofChosen ? rows.filter((row) => chosen.has(row.order_no)) : rows;
  const { taken, onAccount } = releaseCosts(released, isOutside);

  async function release() {
    const { results } = await api<z.infer<typeof releaseReport>>("/admin/interconnect/held/release", {
      method: "POST",
      body: { order_nos: released.map((row) => row.order_no), from_deposit: !isOutside },
    });
    for (const result of releaseResults) {
      const count = results.filter((row) => row.result === result).length;
      if (count === 0) continue;
      (result === "released" ? toast.success : toast.warning)(t(`report.${result}`, { count }));
    }
    clear();
    router.refresh();
  }

  return (
    <ConfirmDialog
      trigger={
        <Button variant={!ofChosen || isOutside ? "secondary" : "primary"} size="sm">
          {isOutside ? t("outside") : t("release")}
        </Button>
      }
      title={isOutside ? t("outsideTitle") : t("releaseTitle")}
      description={isOutside ? t("outsideText") : t("releaseText")}
      confirmLabel={isOutside ? t("outside") : t("release")}
      tone="primary"
      onConfirm={release}
      errorText={errorText}
    >
      <ul className="grid gap-2 text-sm">
        {taken.map((cost) => (
          <li key={cost.site.id} className={cost.isShort ? "text-warn" : undefined}>
            {t(cost.isShort ? "costShort" : "cost", {
              site: cost.site.name,
              amount: formatMoney(cost.amount, currency, locale),
              deposit: formatMoney(cost.deposit, currency, locale),
              left: formatMoney(cost.left, currency, locale),
            })}
          </li>
        ))}
        {onAccount === null ? null : (
          <li>{t("costOnAccount", { amount: formatMoney(onAccount, currency, locale) })}</li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
