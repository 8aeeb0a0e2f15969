import { SearchX } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";

export default async function PanelNotFound() {
  const t = await getTranslations("admin.error");
  return (
    <EmptyState
      icon={SearchX}
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
