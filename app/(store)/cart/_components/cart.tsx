"use client";

import { ShoppingCart } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useErrorText } from "@/components/api/use-error-text";
import { useRead } from "@/components/store/use-read";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { OfferedSkuList } from "@/lib/catalogue/schema";
import type { CartLine } from "@/lib/orders/cart/schema";
import { CartCheckout, type CartCheckoutProps } from "./cart-checkout";
import { CartLineRow } from "./cart-line-row";
import { judgeLine } from "./judge-line";
import { useCart } from "./use-cart";

/** Goods change while a buyer looks at the cart; the order itself decides. */
const lookAgainMs = 30_000;

type CartProps = Pick<CartCheckoutProps, "viewer" | "shop">;

/** Everything put aside, as it stands in the shop now, and one payment for it. */
export function Cart({ viewer, shop }: CartProps) {
  const t = useTranslations("checkout.cart");
  const errorText = useErrorText();
  const locale = useLocale();
  const isMember = viewer !== null;
  const cart = useCart(isMember);
  const ids = [...new Set(cart.lines?.map(({ sku_id }) => sku_id))].sort((a, b) => a - b).join(",");
  const offers = useRead<OfferedSkuList>(ids ? `/public/skus?sku_ids=${ids}&lang=${locale}` : null, {
    keepsLast: true,
    everyMs: lookAgainMs,
  });

  const problem = cart.problem ?? (offers.data ? null : offers.error);
  if (problem) {
    return (
      <div role="alert" className="mt-5 flex flex-col items-start gap-3">
        <p>
          {t("loadFailed")} {errorText(problem)}
        </p>
        <Button variant="secondary" onClick={() => void Promise.all([cart.load(), offers.read()])}>
          {t("again")}
        </Button>
      </div>
    );
  }
  if (cart.lines?.length === 0) {
    return (
      <EmptyState
        className="mt-5"
        icon={ShoppingCart}
        title={t("empty")}
        description={t("emptyText")}
        action={
          <Link href="/products" className={buttonClass("primary", "md")}>
            {t("browse")}
          </Link>
        }
      />
    );
  }
  if (!cart.lines || !offers.data) {
    return (
      <div role="status" aria-label={t("loading")} className="mt-5 flex max-w-2xl flex-col gap-4">
        <noscript>
          <p className="rounded-md bg-warn-soft px-3.5 py-3 text-sm text-warn">{t("needsScript")}</p>
        </noscript>
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }

  const { lines } = cart;
  const judged = lines.map((line) => judgeLine(line, offers.data?.skus ?? [], isMember));
  const put = (index: number, line: CartLine | null) =>
    void cart.change(lines.flatMap((other, at) => (at !== index ? [other] : line ? [line] : [])));
  const buyable = judged.filter(({ obstacle }) => obstacle === null);
  return (
    <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-labelledby="cart-lines" className="min-w-0">
        <h2 id="cart-lines" className="sr-only">
          {t("lines")}
        </h2>
        <p
          role="status"
          className={cart.note ? "mb-3 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-warn" : "sr-only"}
        >
          {cart.note ? t(cart.note) : null}
        </p>
        {cart.leftOut > 0 ? (
          <p role="status" className="mb-3 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
            {t("leftOut", { count: cart.leftOut })}
          </p>
        ) : null}
        <ul className="divide-y divide-line border-line border-y">
          {judged.map((one, index) => (
            <CartLineRow
              key={`${one.line.sku_id} ${one.line.pick ?? ""} ${JSON.stringify(one.line.form ?? {})}`}
              judged={one}
              onChange={(line) => put(index, line)}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="cart-pay" className="min-w-0">
        <div className="lg:sticky lg:top-20 lg:rounded-xl lg:border lg:border-line lg:bg-surface lg:p-6">
          <h2 id="cart-pay" className="mb-4 text-lg">
            {t("summary")}
          </h2>
          {!viewer && !shop.guests ? (
            <p>
              {t.rich("membersOnly", {
                login: (chunks) => (
                  <Link href="/login?next=/cart" className="text-pine underline underline-offset-4">
                    {chunks}
                  </Link>
                ),
              })}
            </p>
          ) : buyable.length > 0 ? (
            <CartCheckout
              viewer={viewer}
              shop={shop}
              lines={buyable}
              onPlaced={() =>
                cart.change(judged.filter(({ obstacle }) => obstacle !== null).map(({ line }) => line))
              }
              onRefused={() => void offers.read()}
            />
          ) : (
            <p className="text-ink-muted">{t("nothing")}</p>
          )}
        </div>
      </section>
    </div>
  );
}
