import { Package } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { furtherTitle } from "@/app/admin/_frame/detail-page";
import { PageHead, Panel, Stat } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { EmptyState } from "@/components/ui/empty-state";
import { hasPermission } from "@/lib/acts/permissions";
import { getBundle } from "@/lib/catalogue/bundles/get-bundle";
import { nameAmount } from "@/lib/core/money";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getSettings } from "@/lib/settings/queries";
import { findOr404, idOr404 } from "../../../find-or-404";
import { readOption } from "../../read-option";
import { BundleEditor } from "./_components/bundle-editor";

type Props = { params: Promise<{ sku_id: string }> };

export const generateMetadata = furtherTitle({
  permission: "catalogue:read",
  title: async () => (await getTranslations("admin-sell.bundle"))("title"),
  name: async (id) => (await readOption(id)).product_title,
});

/** Edits the parts of an option and its price. */
export default async function BundlePage({ params }: Props) {
  const skuId = idOr404((await params).sku_id);
  const actor = await requirePageAdmin(`/admin/stock/${skuId}/bundle`, "catalogue:read");
  const sku = await findOr404(() => readOption(skuId));
  const [bundle, { currency }, t] = await Promise.all([
    getBundle(skuId),
    getSettings(),
    getTranslations("admin-sell.bundle"),
  ]);
  const isPossible = sku.kind === "text" && sku.source === "local";
  return (
    <ClientMessages areas={["admin-sell.bundle"]}>
      <PageHead
        title={sku.product_title}
        description={`${sku.name || sku.code} · ${t("title")}`}
        back={{ href: `/admin/stock/${skuId}`, label: t("back") }}
      />
      {isPossible ? (
        <div className="flex flex-col gap-4">
          {bundle.parts.length > 0 ? (
            <div className="grid grid-cols-2 gap-3 sm:max-w-md">
              <Stat label={t("available")} value={bundle.available ?? "∞"} />
              <Stat label={t("priceNow")} value={nameAmount(bundle.price, currency)} />
            </div>
          ) : null}
          <Panel title={t("title")} description={t("text")}>
            <BundleEditor
              // A bundle that another operator stored takes the place of the one that is shown.
              key={JSON.stringify(bundle)}
              skuId={skuId}
              bundle={bundle}
              currency={currency}
              mayWrite={hasPermission(actor, "catalogue:write")}
            />
          </Panel>
        </div>
      ) : (
        <EmptyState icon={Package} title={t("notPossible")} description={t("notPossibleText")} />
      )}
    </ClientMessages>
  );
}
