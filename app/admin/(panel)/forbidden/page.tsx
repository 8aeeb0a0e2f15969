import { Lock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";
import { requirePageAdmin } from "@/lib/http/caller/session";

export default async function ForbiddenPage() {
  await requirePageAdmin("/admin");
  const t = await getTranslations("admin.error");
  return <EmptyState titleAs="h1" icon={Lock} title={t("forbidden")} description={t("forbiddenText")} />;
}
