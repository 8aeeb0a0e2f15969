import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReviewList } from "@/components/store/reviews/review-list";
import { Stars } from "@/components/store/reviews/stars";
import { BackLink } from "@/components/ui/back-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { listShownReviews } from "@/lib/orders/reviews/queries";
import { reviewsOnPage } from "@/lib/orders/reviews/schema";
import { describePage } from "../../../describe-page";
import { findProduct } from "../../../find-product";
import { readPage } from "../../../read-page";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [product, t] = await Promise.all([
    params.then(({ slug }) => findProduct(slug)),
    getTranslations("content.reviews"),
  ]);
  return describePage({
    title: t("metaTitle", { title: product.title }),
    path: `/products/${product.slug}/reviews`,
    share: `products/${product.slug}`,
    // The newest stand on the product's own page, which is the one to find.
    robots: { index: false, follow: true },
  });
}

export default async function ReviewsPage({ params, searchParams }: Props) {
  const [{ slug }, query, t] = await Promise.all([params, searchParams, getTranslations("content.reviews")]);
  const product = await findProduct(slug);
  const { rating } = product;
  const page = readPage(query.page);
  const reviews = rating ? await listShownReviews(product.id, { page, per_page: reviewsOnPage }) : [];
  return (
    <main id="content" tabIndex={-1} className="page max-w-3xl pt-6 md:pt-10">
      <BackLink href={`/products/${product.slug}`} className="mb-4">
        {t("back")}
      </BackLink>
      <h1 dir="auto" className="break-words text-2xl md:text-3xl">
        {t("metaTitle", { title: product.title })}
      </h1>
      {rating ? (
        <p className="mt-2 mb-4 flex flex-wrap items-baseline gap-x-3 text-ink-muted text-sm">
          <Stars stars={rating.average} label={t("averageOf", { average: rating.average })} />
          {t("count", { count: rating.count })}
        </p>
      ) : null}
      {reviews.length > 0 ? (
        <ReviewList reviews={reviews} />
      ) : (
        <EmptyState className="mt-8" title={t("empty")} />
      )}
      {rating ? (
        <Pagination
          className="mt-8"
          page={page}
          perPage={reviewsOnPage}
          total={rating.count}
          href={(number) => `/products/${product.slug}/reviews${number > 1 ? `?page=${number}` : ""}`}
        />
      ) : null}
    </main>
  );
}
