"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { useSelection } from "@/components/admin/table/selection";
import { api } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { type releaseReport, releaseResults } from "@/lib/interconnect/main/admin/schema";

type ReleaseButtonProps = {
  /** Without: everything that is ticked. */
  orderNos?: readonly string[];
  /** Whatever the deposit holds. */
  isOutside?: boolean;
};

/** Says of every order what became of it: some may have been released by somebody else, or be out of stock. */
export function ReleaseButton({ orderNos, isOutside = false }: ReleaseButtonProps) {
  const t = useTranslations("admin-trade.held");
  const router = useRouter();
  const errorText = useAdminError();
  const { chosen, clear } = useSelection();

  async function release() {
    const { results } = await api<z.infer<typeof releaseReport>>("/admin/interconnect/held/release", {
      method: "POST",
      body: { order_nos: orderNos ?? [...chosen].map(String), from_deposit: !isOutside },
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
        <Button variant={orderNos || isOutside ? "secondary" : "primary"} size="sm">
          {isOutside ? t("outside") : t("release")}
        </Button>
      }
      title={isOutside ? t("outsideTitle") : t("releaseTitle")}
      description={isOutside ? t("outsideText") : t("releaseText")}
      confirmLabel={isOutside ? t("outside") : t("release")}
      tone="primary"
      onConfirm={release}
      errorText={errorText}
    />
  );
}
