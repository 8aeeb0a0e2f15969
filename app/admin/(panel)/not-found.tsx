import { getTranslations } from "next-intl/server";
import { SharedIcon } from "@/components/admin/shared-icon";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";

const Icon = ({ className }: { className?: string }) => (
  <SharedIcon name="SearchX" className={`stroke-[1.5] ${className}`} />
);

export default async function PanelNotFound() {
  const t = await getTranslations("admin.error");
  return (
    <EmptyState
      icon={Icon}
      title={t("notFound")}
      description={t("notFoundText")}
      action={
        <Link href="/admin" className={buttonClass("secondary", "sm")}>
          {t("overview")}
        </Link>
      }
    />
  );
}
