"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

type Refusal = { msg?: string };

/** A POST, because it is audited and must not happen by following a link. */
export function ExportCodes({ batchId }: { batchId: number }) {
  const t = useTranslations("admin-people.giftCards");
  const error = useTranslations("admin.error");

  async function download() {
    const response = await fetch(`/api/v1/admin/gift-cards/${batchId}/export`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }).catch(() => null);
    if (!response) throw new Error(error("offline"));
    if (!response.ok) {
      const refusal = (await response.json().catch(() => ({}))) as Refusal;
      throw new Error(refusal.msg ?? error("generic"));
    }
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = `gift-cards-${batchId}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    toast.success(t("exported"));
  }

  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" size="sm">
          <Download aria-hidden />
          {t("export")}
        </Button>
      }
      title={t("exportTitle")}
      description={t("exportText")}
      confirmLabel={t("export")}
      tone="primary"
      onConfirm={download}
    />
  );
}
