"use client";

import { CircleCheck, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { Stars } from "@/components/store/reviews/stars";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import type { ReviewedProduct } from "@/lib/orders/reviews/schema";
import { ReviewForm } from "./review-form";

type ProductReviewProps = {
  product: ReviewedProduct;
  path: string;
  token: string | null;
  onChanged: () => Promise<unknown>;
};

/** One product: the form while nothing is written, then what was written and what became of it. */
export function ProductReview({ product, path, token, onChanged }: ProductReviewProps) {
  const t = useTranslations("content.reviews");
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const { title, review, may_write } = product;
  return (
    <section aria-label={title} className="rounded-xl border border-line bg-surface p-5">
      <h2 dir="auto" className="break-words text-lg">
        {title}
      </h2>
      {review === null || isOpen ? (
        <ReviewForm
          review={review}
          path={path}
          token={token}
          onSent={async () => {
            await onChanged();
            setOpen(false);
          }}
          onCancel={review ? () => setOpen(false) : null}
        />
      ) : (
        <div className="mt-3 flex flex-col gap-3">
          <p role="status" className="flex items-start gap-2 text-sm">
            {review.status === "waiting" || review.status === "shown" ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
            ) : (
              <EyeOff className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden />
            )}
            {t(`states.${review.status}`)}
          </p>
          <Stars stars={review.stars} label={t("starsOf", { stars: review.stars })} className="self-start" />
          {review.text ? (
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {review.text}
            </p>
          ) : null}
          {review.hidden_reason ? (
            <p className="break-words rounded-md bg-warn-soft px-3.5 py-3 text-sm text-warn">
              {t("hiddenBecause", { reason: review.hidden_reason })}
            </p>
          ) : null}
          {review.answer ? (
            <div className="border-line border-s-2 ps-4 text-sm">
              <p className="text-ink-muted">{t("answer")}</p>
              <p dir="auto" className="mt-1 whitespace-pre-wrap break-words">
                {review.answer}
              </p>
            </div>
          ) : null}
          <div className="flex gap-2">
            {may_write ? (
              <Button variant="secondary" onClick={() => setOpen(true)}>
                {t("change")}
              </Button>
            ) : null}
            <ConfirmDialog
              trigger={<Button variant="ghost">{t("delete")}</Button>}
              title={t("deleteTitle")}
              description={t("deleteText")}
              confirmLabel={t("delete")}
              onConfirm={async () => {
                await api(path, { method: "DELETE", token });
                await onChanged();
              }}
              errorText={errorText}
            />
          </div>
        </div>
      )}
    </section>
  );
}
