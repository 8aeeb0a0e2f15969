import { getTranslations } from "next-intl/server";
import type { AdminReview } from "@/lib/orders/reviews/schema";

/** Shows the buyer's words, why they are hidden, and the shop's answer. */
export async function ReviewWords({ review }: { review: AdminReview }) {
  const t = await getTranslations("admin-people.reviews");
  const { text, author, hidden_reason, answer } = review;
  return (
    <span className="block min-w-0">
      <span dir="auto" className="block whitespace-pre-wrap break-words">
        {text || <span className="text-ink-faint">{t("noWords")}</span>}
      </span>
      <span className="block text-ink-faint text-xs">{author ?? t("noName")}</span>
      {hidden_reason ? (
        <span className="mt-1 block break-words text-ink-muted text-xs">
          {t("hiddenBecause", { reason: hidden_reason })}
        </span>
      ) : null}
      {answer ? (
        <span
          dir="auto"
          className="mt-1 block whitespace-pre-wrap break-words border-line border-s-2 ps-2 text-ink-muted"
        >
          {answer}
        </span>
      ) : null}
    </span>
  );
}
