import { getLocale, getTranslations } from "next-intl/server";
import { KeyImport } from "@/components/admin/keys/key-import";
import { Panel } from "@/components/admin/page-frame";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { findOpenImport } from "@/lib/stock/imports/queries";

/** The form that adds keys, or the import that is on its way. */
export async function AddKeys({ skuId }: { skuId: number }) {
  const locale = await getLocale();
  const [found, t] = await Promise.all([findOpenImport(skuId, locale), getTranslations("admin-sell.keys")]);
  return (
    <Panel
      title={t("add")}
      description={t("addText")}
      actions={
        <Link href="/admin/stock/imports" className={buttonClass("ghost", "sm")}>
          {t("earlier")}
        </Link>
      }
    >
      <KeyImport skuId={skuId} found={found} />
    </Panel>
  );
}
