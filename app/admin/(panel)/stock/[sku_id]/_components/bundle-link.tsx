import { Boxes, Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import type { AdminSku } from "@/lib/catalogue/admin/admin-queries";

/** To the parts of an option that is a bundle, or may become one. */
export function BundleLink({ sku }: { sku: AdminSku }) {
  const t = useTranslations("admin-sell.keys");
  if (sku.kind !== "text" || sku.source !== "local") return null;
  return (
    <Link href={`/admin/stock/${sku.id}/bundle`} className={buttonClass("secondary", "sm")}>
      <Package aria-hidden />
      {t("bundle")}
    </Link>
  );
}

/** Why an option has no list of keys. */
export function NoKeys({ isBundle }: { isBundle: boolean }) {
  const t = useTranslations("admin-sell.keys");
  return (
    <EmptyState
      icon={isBundle ? Package : Boxes}
      title={t(isBundle ? "isBundle" : "addNot")}
      description={t(isBundle ? "isBundleText" : "addNotText")}
    />
  );
}
