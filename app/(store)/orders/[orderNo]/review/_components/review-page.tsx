"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/api/use-error-text";
import { BesideOrder } from "@/components/store/order/beside-order";
import { OrderSkeleton } from "@/components/store/order/order-skeleton";
import type { SeenOrder } from "@/components/store/order/seen-order";
import { useOrder } from "@/components/store/order/use-order";
import { useRead } from "@/components/store/use-read";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import type { OwnReviews } from "@/lib/orders/reviews/schema";
import { ProductReview } from "./product-review";

type ReviewPageProps = {
  orderNo: string;
  seen: SeenOrder | null;
  /** As the server read it, where it knows the buyer. */
  first: OwnReviews | null;
};

/** Asks the buyer of an order what they think of each of its products. */
export function ReviewPage({ orderNo, seen, first }: ReviewPageProps) {
  const t = useTranslations("content.reviews");
  const errorText = useErrorText();
  const found = useOrder(orderNo, seen);
  const { order, token, base } = found;
  const { data, error, read } = useRead<OwnReviews>(order ? `${base}/reviews` : null, {
    token,
    // Nobody's words may change while they are typed.
    onReturn: false,
    first,
  });
  return (
    <BesideOrder orderNo={orderNo} found={found} here={`/orders/${orderNo}/review`} back={t("backToOrder")}>
      <h1 className="text-2xl">{t("writeTitle")}</h1>
      {error ? (
        <ErrorState message={errorText(error)} requestId={error.requestId} onRetry={() => void read()} />
      ) : data === undefined ? (
        <OrderSkeleton orderNo={orderNo} />
      ) : data.products.length === 0 ? (
        <EmptyState className="mt-6" title={t("none")} description={t("noneText")} />
      ) : (
        <>
          <p className="mt-2 text-ink-muted">
            {data.author === null ? t("shownAsBuyer") : t("shownAs", { name: data.author })}
          </p>
          {data.is_checked ? <p className="mt-1 text-ink-muted">{t("checked")}</p> : null}
          <div className="mt-6 flex flex-col gap-6">
            {data.products.map((product) => (
              <ProductReview
                key={product.product_id}
                product={product}
                path={`${base}/reviews/${product.product_id}`}
                token={token}
                onChanged={() => read()}
              />
            ))}
          </div>
        </>
      )}
    </BesideOrder>
  );
}
