import { getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import type { Rating } from "@/lib/catalogue/schema";
import { Stars } from "./stars";

/** Stars with their number: a link to the words. */
export async function RatingLine({ rating, href }: { rating: Rating; href: string }) {
  const t = await getTranslations("content.reviews");
  return (
    <Link href={href} className="mt-2 inline-flex min-h-9 items-center gap-2 text-sm hover:underline">
      <Stars stars={rating.average} label={t("averageOf", { average: rating.average })} />
      <span className="text-ink-muted">{t("count", { count: rating.count })}</span>
    </Link>
  );
}
