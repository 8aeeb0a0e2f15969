"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { useSelection } from "@/components/admin/table/selection";
import { api } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import type { offerImportReport } from "@/lib/interconnect/agent/admin/schema";

type ImportOffersProps = { connectionId: number; categories: readonly { id: number; name: string }[] };

export function ImportOffers({ connectionId, categories }: ImportOffersProps) {
  const t = useTranslations("admin-trade.connection");
  const router = useRouter();
  const errorText = useAdminError();
  const { chosen, clear } = useSelection();
  const [categoryId, setCategoryId] = useState("");

  async function run() {
    const report = await api<z.infer<typeof offerImportReport>>(
      `/admin/interconnect/connections/${connectionId}/import`,
      {
        method: "POST",
        body: {
          category_id: categoryId === "" ? null : Number(categoryId),
          upstream_product_ids: [...chosen].map(Number),
        },
      },
    );
    toast.success(t("importDone", { imported: report.imported.length, skipped: report.skipped.length }), {
      description: report.skipped.map((row) => row.reason).join("; "),
      action: { label: t("importSee"), onClick: () => router.push("/admin/products?status=draft") },
    });
    clear();
    router.refresh();
  }

  return (
    <ConfirmDialog
      trigger={<Button size="sm">{t("import")}</Button>}
      title={t("importTitle")}
      description={t("importText")}
      confirmLabel={t("import")}
      tone="primary"
      onConfirm={run}
      errorText={errorText}
    >
      <Field label={t("importCategory")}>
        <Select value={categoryId} onChange={({ target }) => setCategoryId(target.value)}>
          <option value="">{t("importTheirs")}</option>
          {categories.map((category) => (
            <option key={category.id} value={category.id}>
              {category.name}
            </option>
          ))}
        </Select>
      </Field>
    </ConfirmDialog>
  );
}
