import { getTranslations } from "next-intl/server";
import { Stars } from "@/components/store/reviews/stars";
import type { AdminReview } from "@/lib/orders/reviews/schema";

/** Shows the stars, begins the buyer's words and the shop's answer, and says why they are hidden; the acts show the words whole. */
export async function ReviewWords({ review }: { review: AdminReview }) {
  const t = await getTranslations("admin-people.reviews");
  const { text, stars, author, hidden_reason, answer } = review;
  const about = [author ?? t("noName"), hidden_reason ? t("hiddenBecause", { reason: hidden_reason }) : null]
    .filter(Boolean)
    .join(" · ");
  return (
    <span className="block min-w-0">
      <span dir="auto" className="line-clamp-2 break-words" title={text}>
        {text || <span className="text-ink-faint">{t("noWords")}</span>}
      </span>
      <span className="flex min-w-0 gap-2 text-xs">
        <Stars stars={stars} label={t("starsOf", { stars })} className="shrink-0" />
        <span className="min-w-0 truncate text-ink-faint" title={about}>
          {about}
        </span>
      </span>
      {answer ? (
        <span
          dir="auto"
          className="mt-1 block truncate border-line border-s-2 ps-2 text-ink-muted text-xs"
          title={answer}
        >
          {answer}
        </span>
      ) : null}
    </span>
  );
}
