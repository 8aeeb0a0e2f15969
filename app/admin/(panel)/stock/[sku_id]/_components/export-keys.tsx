"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AskButton } from "@/components/admin/form/ask-button";
import { useStaffProof } from "@/components/admin/form/staff-proof";
import { requestText } from "@/components/api/request-text";
import { CheckboxField } from "@/components/ui/checkbox";
import { downloadText } from "@/components/ui/download-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";

type ExportKeysProps = { skuId: number; batchId?: number; hasSecondFactor: boolean };

/** Exports keys in clear: asks how many, whether they stay on sale, and for the staff member's password. */
export function ExportKeys({ skuId, batchId, hasSecondFactor }: ExportKeysProps) {
  const t = useTranslations("admin-sell.keys");
  const proof = useStaffProof(hasSecondFactor);
  const router = useRouter();
  const [count, setCount] = useState("");
  const [separator, setSeparator] = useState("");
  const [andVoid, setAndVoid] = useState(true);

  async function download() {
    const keys = await requestText(`/admin/stock/skus/${skuId}/export`, {
      ...proof.body,
      and_void: andVoid,
      ...(count ? { count: Number(count) } : {}),
      ...(separator.trim() ? { separator: separator.trim() } : {}),
      ...(batchId ? { batch_id: batchId } : {}),
    });
    downloadText(`sku-${skuId}-available.txt`, keys);
    proof.forget();
    toast.success(t("exported"));
    router.refresh();
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
      <div className="flex flex-col gap-4">
        <Field label={t("exportCount")} hint={t("exportCountHint")}>
          <Input
            type="number"
            min={1}
            step={1}
            value={count}
            onChange={({ target }) => setCount(target.value)}
          />
        </Field>
        <Field label={t("exportSeparator")} hint={t("exportSeparatorHint")}>
          <Input value={separator} maxLength={40} onChange={({ target }) => setSeparator(target.value)} />
        </Field>
        <CheckboxField
          label={t("andVoid")}
          hint={t("andVoidHint")}
          checked={andVoid}
          onCheckedChange={(on) => setAndVoid(on === true)}
        />
        {proof.fields}
      </div>
    </AskButton>
  );
}
