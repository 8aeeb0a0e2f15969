import { getTranslations } from "next-intl/server";
import type { Rating } from "@/lib/catalogue/schema";
import { Stars } from "./stars";

/** Shows stars with their number, as a link to the words on the same page. */
export async function RatingLine({ rating }: { rating: Rating }) {
  const t = await getTranslations("content.reviews");
  return (
    <a href="#reviews" className="mt-2 inline-flex min-h-9 items-center gap-2 text-sm hover:underline">
      <Stars stars={rating.average} label={t("averageOf", { average: rating.average })} />
      <span className="text-ink-muted">{t("count", { count: rating.count })}</span>
    </a>
  );
}
