import { getTranslations } from "next-intl/server";
import { Button, type ButtonSize } from "@/components/ui/button";
import { ConfirmAction } from "./form/confirm-action";

/** Takes the sample goods off the shelf, with everything that came with them. */
export async function RemoveSamples({ size = "md" }: { size?: ButtonSize }) {
  const t = await getTranslations("admin-sell.firstSteps.samples");
  return (
    <ConfirmAction
      trigger={
        <Button variant="secondary" size={size}>
          {t("remove")}
        </Button>
      }
      title={t("title")}
      description={t("description")}
      confirmLabel={t("remove")}
      path="/admin/samples"
      method="DELETE"
      success={t("done")}
    />
  );
}
