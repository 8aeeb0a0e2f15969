"use client";

import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProductPicture } from "@/components/store/product-picture";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { formatMoney, Money } from "@/components/ui/money";
import type { OfferedSku } from "@/lib/catalogue/schema";
import type { CartLine } from "@/lib/orders/cart/schema";
import { QuantityStepper } from "../../products/[slug]/_components/quantity-stepper";
import { unitPrice } from "../../products/[slug]/_components/unit-price";
import type { JudgedLine } from "./judge-line";

type CartLineRowProps = {
  judged: JudgedLine;
  /** Null takes the line out. */
  onChange: (line: CartLine | null) => void;
};

export function CartLineRow({ judged, onChange }: CartLineRowProps) {
  const t = useTranslations("checkout.cart");
  const { line, offer, obstacle, min, max } = judged;
  const title = offer?.product.title ?? t("unknown");
  const href = offer ? `/products/${offer.product.slug}?sku=${encodeURIComponent(offer.sku.code)}` : null;
  const details = [offer && !offer.is_only ? offer.sku.name : null, line.pick].filter(Boolean).join(" · ");
  const answers = offer?.product.form_fields.flatMap(({ key, label }) => {
    const answer = line.form?.[key];
    return answer ? [{ key, label, answer }] : [];
  });
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-x-4 gap-y-2 py-4 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
      <ProductPicture
        of={offer?.product ?? { slug: String(line.sku_id) }}
        className="row-span-2 aspect-[4/3] w-full self-start rounded-md"
      />
      <div className="min-w-0">
        <p dir="auto" className="break-words font-medium">
          {href ? (
            <Link href={href} className="hover:text-pine">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {details ? (
          <p dir="auto" className="break-words text-ink-muted text-sm">
            {details}
          </p>
        ) : null}
        {answers?.map(({ key, label, answer }) => (
          <p key={key} className="break-words text-ink-muted text-sm">
            {label}: <span className="text-ink">{answer}</span>
          </p>
        ))}
      </div>
      <Button
        variant="ghost"
        size="icon"
        className="-mt-2 -me-2"
        aria-label={t("removeOf", { title: [title, details].filter(Boolean).join(" · ") })}
        onClick={() => onChange(null)}
      >
        <X aria-hidden />
      </Button>
      <div className="col-start-2 col-end-4 flex flex-col gap-2">
        {obstacle ? (
          <Obstacle judged={judged} />
        ) : (
          <>
            <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
              <QuantityStepper
                hideLabel
                value={line.quantity}
                min={min}
                max={Math.max(max, line.quantity)}
                onChange={(quantity) => onChange({ ...line, quantity })}
              />
              {offer ? <UnitPrice offer={offer} quantity={line.quantity} /> : null}
            </div>
            <WrongNumber judged={judged} onTake={(quantity) => onChange({ ...line, quantity })} />
            <ChangedPrice judged={judged} />
          </>
        )}
      </div>
    </li>
  );
}

/** As the product's page says it; what a level takes off stands in the sum. */
function UnitPrice({ offer, quantity }: { offer: OfferedSku; quantity: number }) {
  const { price, former, tier } = unitPrice(offer.sku, null, quantity);
  const { currency } = offer.product;
  return (
    <p className="ms-auto flex flex-wrap items-baseline gap-x-2 pb-2 text-ink-muted text-sm">
      {tier && former ? <Money value={former} currency={currency} strike /> : null}
      <Money value={price} currency={currency} className="font-medium text-base text-ink" />
      {quantity > 1 ? <span className="tabular">× {quantity}</span> : null}
    </p>
  );
}

const noteClass = "text-sm text-warn";

function Obstacle({ judged: { obstacle, offer } }: { judged: JudgedLine }) {
  const t = useTranslations("checkout.cart");
  const link = (href: string, chunks: ReactNode) => (
    <Link href={href} className="underline underline-offset-4">
      {chunks}
    </Link>
  );
  if (obstacle === "members")
    return (
      <p className={noteClass}>
        {t.rich("members", { login: (chunks) => link("/login?next=/cart", chunks) })}
      </p>
    );
  if (obstacle === "asks")
    return (
      <p className={noteClass}>
        {t.rich("asks", { product: (chunks) => link(`/products/${offer?.product.slug}`, chunks) })}
      </p>
    );
  return <p className={noteClass}>{t(obstacle ?? "gone")}</p>;
}

/** More or fewer than the shop sells now: only the buyer changes the number. */
function WrongNumber({
  judged: { line, offer, min, max },
  onTake,
}: {
  judged: JudgedLine;
  onTake: (quantity: number) => void;
}) {
  const t = useTranslations("checkout.cart");
  const possible = line.quantity > max ? max : min;
  if (line.quantity <= max && line.quantity >= min) return null;
  const isStock = offer !== undefined && max < offer.product.max_quantity && line.pick === undefined;
  const text =
    line.quantity < min
      ? t("atLeast", { count: min })
      : isStock
        ? t("onlyLeft", { count: max, wanted: line.quantity })
        : t("atMost", { count: max });
  return (
    <p role="status" className={noteClass}>
      {text}{" "}
      <Button variant="link" size="bare" className="min-h-8 text-sm" onClick={() => onTake(possible)}>
        {t("take", { count: possible })}
      </Button>
    </p>
  );
}

function ChangedPrice({ judged: { line, offer } }: { judged: JudgedLine }) {
  const t = useTranslations("checkout.cart");
  const locale = useLocale();
  if (!offer || line.price === undefined || line.price === offer.sku.price) return null;
  const { currency } = offer.product;
  const words = {
    now: formatMoney(offer.sku.price, currency, locale),
    before: formatMoney(line.price, currency, locale),
  };
  return (
    <p role="status" className={noteClass}>
      {t(Number(offer.sku.price) > Number(line.price) ? "dearer" : "cheaper", words)}
    </p>
  );
}
