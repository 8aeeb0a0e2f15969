import { getTranslations } from "next-intl/server";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";

/** How many units may still be sold of goods that are not kept one by one. `left`: null has no end. */
export async function CountedStock({ skuId, left }: { skuId: number; left: number | null }) {
  const [t, form] = await Promise.all([
    getTranslations("admin-sell.keys.counted"),
    getTranslations("admin.form"),
  ]);
  return (
    <Panel id="add-keys" title={t("title")} description={t("text")} className="mb-4">
      <SpecForm
        fields={[{ kind: "number", name: "stock", label: t("left"), hint: t("hint"), value: left, min: 0 }]}
        fixed={{ stock_seen: left }}
        write={{ path: `/admin/skus/${skuId}`, method: "PATCH", success: form("saved") }}
        submitLabel={form("save")}
      />
    </Panel>
  );
}
