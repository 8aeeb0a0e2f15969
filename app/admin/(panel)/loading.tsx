import { getTranslations } from "next-intl/server";
import { Skeleton } from "@/components/ui/skeleton";

const rows = ["a", "b", "c", "d", "e", "f", "g", "h"];

export default async function Loading() {
  const t = await getTranslations("common");
  return (
    <div role="status" aria-label={t("loading")}>
      <Skeleton className="mb-6 h-7 w-44" />
      <div className="mb-3 flex gap-2">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-8 w-32" />
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {rows.map((row) => (
          <div key={row} className="flex items-center gap-6 border-line border-t px-3 py-3 first:border-t-0">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-4 flex-1" />
            <Skeleton className="h-4 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
