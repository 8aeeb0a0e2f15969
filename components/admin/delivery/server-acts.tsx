import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "../form/confirm-action";

/** A test of the seller's server, and the secret that both sign with. */
export async function ServerActs({ skuId }: { skuId: number }) {
  const t = await getTranslations("admin-sell.delivery.dynamic");
  const common = await getTranslations("common");
  const path = `/admin/skus/${skuId}/delivery`;
  return (
    <>
      <ConfirmAction
        trigger={
          <Button variant="ghost" size="sm">
            {t("test")}
          </Button>
        }
        title={t("testAsk")}
        description={t("testText")}
        confirmLabel={t("test")}
        path={`${path}/test`}
        success={t("tested")}
        tone="primary"
        once={{
          title: t("testTitle"),
          note: t("testNote"),
          close: common("close"),
          fields: [
            { name: "result", label: t("result"), isProblem: true },
            { name: "http_status", label: t("httpStatus") },
            { name: "latency_ms", label: t("latency") },
            { name: "answer", label: t("answer") },
          ],
        }}
      />
      <ConfirmAction
        trigger={
          <Button variant="ghost" size="sm">
            {t("secret")}
          </Button>
        }
        title={t("secretAsk")}
        description={t("secretText")}
        confirmLabel={t("secret")}
        path={`${path}/secret`}
        success={t("secretMade")}
        once={{
          title: t("secretTitle"),
          note: t("secretNote"),
          fields: [{ name: "secret", label: t("secretLabel") }],
        }}
      />
    </>
  );
}
