"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { AskButton } from "@/components/admin/form/ask-button";
import { requestText } from "@/components/api/request-text";
import { downloadText } from "@/components/ui/download-text";
import { toast } from "@/components/ui/toast";

export function ExportCodes({ batchId }: { batchId: number }) {
  const t = useTranslations("admin-people.giftCards");

  async function download() {
    downloadText(`gift-cards-${batchId}.csv`, await requestText(`/admin/gift-cards/${batchId}/export`, {}));
    toast.success(t("exported"));
  }

  return (
    <AskButton
      icon={Download}
      label={t("export")}
      title={t("exportTitle")}
      description={t("exportText")}
      onConfirm={download}
    />
  );
}
