import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { canRemoveSamples } from "@/lib/operations/remove-samples";
import { DeskLink } from "../../desk-link";

export async function GoodsStep() {
  const [hasSamples, t, steps] = await Promise.all([
    canRemoveSamples(),
    getTranslations("admin.setup"),
    getTranslations("admin-sell.firstSteps.samples"),
  ]);
  return (
    <Panel title={t("goods")} description={t("goodsText")}>
      {hasSamples ? (
        <div className="flex flex-wrap gap-2">
          <DeskLink href="/admin" className={buttonClass("secondary")}>
            {t("keepSamples")}
          </DeskLink>
          <ConfirmAction
            trigger={<Button variant="secondary">{steps("remove")}</Button>}
            title={steps("title")}
            description={steps("description")}
            confirmLabel={steps("remove")}
            path="/admin/samples"
            method="DELETE"
            success={steps("done")}
          />
        </div>
      ) : (
        <DeskLink href="/admin/products/new" className={buttonClass("secondary")}>
          {t("firstProduct")}
        </DeskLink>
      )}
    </Panel>
  );
}
