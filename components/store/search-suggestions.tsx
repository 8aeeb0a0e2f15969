"use client";

import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
import { findGoods } from "./find-goods";
import { ProductPicture } from "./product-picture";

export interface SearchLabels {
  search: string;
  suggestions: string;
  from: string;
  /** Link to the list with everything that was found. */
  all: string;
}

const shown = 6;
/** Time between two keys of somebody who types. */
const pauseMs = 180;

type SearchSuggestionsProps = { text: string; labels: SearchLabels; isMember: boolean; onLeave: () => void };

export function SearchSuggestions({ text, labels, isMember, onLeave }: SearchSuggestionsProps) {
  const locale = useLocale();
  const [found, setFound] = useState<Awaited<ReturnType<typeof findGoods>> | null>(null);
  useEffect(() => {
    const call = new AbortController();
    const timer = setTimeout(() => {
      findGoods({ search: text, per_page: String(shown), lang: locale }, isMember, call.signal)
        .then(setFound)
        // The list page says what is wrong.
        .catch(() => undefined);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [text, locale, isMember]);
  if (!found || found.products.length === 0) return null;
  return (
    <div className="absolute inset-x-0 top-full z-50 mt-1.5 overflow-hidden rounded-lg border border-line bg-raised shadow-float">
      <ul aria-label={labels.suggestions} className="py-1">
        {found.products.map((product) => (
          <li key={product.slug}>
            <Link
              href={`/products/${product.slug}`}
              onClick={onLeave}
              className="flex min-h-13 items-center gap-3 px-3 py-1.5 hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2"
            >
              <ProductPicture of={product} className="h-9 w-12 shrink-0 rounded-sm" />
              <span className="min-w-0 flex-1 truncate text-sm">{product.title}</span>
              <span className="tabular shrink-0 text-ink-muted text-sm">
                {product.max_price === product.price ? "" : `${labels.from} `}
                {formatMoney(found.own?.byProduct[product.id] ?? product.price, product.currency, locale)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {found.total > found.products.length ? (
        <Link
          href={`/products?search=${encodeURIComponent(text)}`}
          onClick={onLeave}
          className="flex min-h-11 items-center border-line border-t px-3 font-medium text-pine text-sm hover:bg-sunken focus-visible:-outline-offset-2"
        >
          {labels.all} <span className="tabular ms-1.5 text-ink-faint">{found.total}</span>
        </Link>
      ) : null}
    </div>
  );
}
