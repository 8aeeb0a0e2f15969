import { getTranslations } from "next-intl/server";
import { DateTime } from "@/components/ui/date-time";
import type { PublicReview } from "@/lib/orders/reviews/schema";
import { Stars } from "./stars";

/** Words of buyers, each with the shop's answer below them. */
export async function ReviewList({ reviews }: { reviews: readonly PublicReview[] }) {
  const t = await getTranslations("content.reviews");
  return (
    <ul className="divide-y divide-line border-line border-y">
      {reviews.map(({ id, stars, text, author, written_at, answer }) => (
        <li key={id} className="py-4">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
            <Stars stars={stars} label={t("starsOf", { stars })} />
            <span dir="auto" className="break-words font-medium">
              {author ?? t("buyer")}
            </span>
            <DateTime value={written_at} style="date" className="text-ink-faint" />
          </p>
          {text ? (
            <p dir="auto" className="mt-1.5 max-w-prose whitespace-pre-wrap break-words">
              {text}
            </p>
          ) : null}
          {answer ? (
            <div className="mt-3 border-line border-s-2 ps-4 text-sm">
              <p className="text-ink-muted">{t("answer")}</p>
              <p dir="auto" className="mt-1 max-w-prose whitespace-pre-wrap break-words">
                {answer}
              </p>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
