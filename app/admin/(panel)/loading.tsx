import { getTranslations } from "next-intl/server";
import { ListSkeleton } from "@/components/admin/list-skeleton";

export default async function Loading() {
  const t = await getTranslations("common");
  return <ListSkeleton label={t("loading")} />;
}
