"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { ApiError } from "@/components/api/api-error";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

type Refusal = { status_code?: number; msg?: string };

/** A POST, because it is audited and must not happen by following a link. */
export function ExportCodes({ batchId }: { batchId: number }) {
  const t = useTranslations("admin-people.giftCards");
  const errorText = useAdminError();

  async function download() {
    const response = await fetch(`/api/v1/admin/gift-cards/${batchId}/export`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }).catch(() => null);
    if (!response?.ok) {
      const httpStatus = response?.status ?? 0;
      const { status_code, msg } = ((await response?.json().catch(() => null)) ?? {}) as Refusal;
      throw new ApiError({ httpStatus, code: status_code ?? httpStatus, msg: msg ?? "" });
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
      errorText={errorText}
    />
  );
}
