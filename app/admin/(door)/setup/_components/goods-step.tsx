import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { RemoveSamples } from "@/components/admin/remove-samples";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { canRemoveSamples } from "@/lib/operations/remove-samples";

export async function GoodsStep() {
  const [hasSamples, t] = await Promise.all([canRemoveSamples(), getTranslations("admin.setup")]);
  return (
    <Panel title={t("goods")} description={t("goodsText")}>
      {hasSamples ? (
        <div className="flex flex-wrap gap-2">
          <Link href="/admin" className={buttonClass("secondary")}>
            {t("keepSamples")}
          </Link>
          <RemoveSamples />
        </div>
      ) : (
        <Link href="/admin/products/new" className={buttonClass("secondary")}>
          {t("firstProduct")}
        </Link>
      )}
    </Panel>
  );
}
