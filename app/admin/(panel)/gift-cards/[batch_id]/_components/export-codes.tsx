"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { AskButton } from "@/components/admin/form/ask-button";
import { useStaffProof } from "@/components/admin/form/staff-proof";
import { requestText } from "@/components/api/request-text";
import { downloadText } from "@/components/ui/download-text";
import { toast } from "@/components/ui/toast";

type ExportCodesProps = { batchId: number; hasSecondFactor: boolean };

/** Free codes in clear are money: whoever takes them proves who they are. */
export function ExportCodes({ batchId, hasSecondFactor }: ExportCodesProps) {
  const t = useTranslations("admin-people.giftCards");
  const proof = useStaffProof(hasSecondFactor);

  async function download() {
    const codes = await requestText(`/admin/gift-cards/${batchId}/export`, proof.body);
    downloadText(`gift-cards-${batchId}.csv`, codes);
    proof.forget();
    toast.success(t("exported"));
  }

  return (
    <AskButton
      icon={Download}
      label={t("export")}
      title={t("exportTitle")}
      description={t("exportText")}
      onConfirm={download}
      errorText={proof.errorText}
      isReady={proof.isReady}
    >
      <div className="flex flex-col gap-4">{proof.fields}</div>
    </AskButton>
  );
}
