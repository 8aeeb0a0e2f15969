import { getTranslations } from "next-intl/server";
import { ReviewList } from "@/components/store/reviews/review-list";
import { Stars } from "@/components/store/reviews/stars";
import { Link } from "@/components/ui/link";
import type { Rating } from "@/lib/catalogue/schema";
import type { PublicReview } from "@/lib/orders/reviews/schema";

type ProductReviewsProps = { slug: string; rating: Rating; reviews: readonly PublicReview[] };

/** The newest reviews on the product's own page: HTML alone, without a script. */
export async function ProductReviews({ slug, rating, reviews }: ProductReviewsProps) {
  const t = await getTranslations("content.reviews");
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-16 max-w-3xl scroll-mt-24">
      <h2 id="reviews-title" className="text-xl">
        {t("heading")}
      </h2>
      <p className="mt-2 mb-4 flex flex-wrap items-baseline gap-x-3 text-ink-muted text-sm">
        <Stars
          stars={rating.average}
          label={t("averageOf", { average: rating.average })}
          className="text-base"
        />
        {t("onlyBuyers")}
      </p>
      <ReviewList reviews={reviews} />
      {rating.count > reviews.length ? (
        <Link
          href={`/products/${slug}/reviews?page=2`}
          className="mt-3 inline-flex min-h-11 items-center text-pine hover:underline"
        >
          {t("further", { count: rating.count - reviews.length })}
        </Link>
      ) : null}
    </section>
  );
}
