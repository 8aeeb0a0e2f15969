"use client";

import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { findGoods } from "./find-goods";
import { ProductShelf } from "./product-card";
import { askedForShelf, shelfRow } from "./shelf-row";

type NewGoodsProps = { title: string; isMember: boolean };

/** Four of the newest products, those that can be bought first. Nothing stands here when they cannot be asked for. */
export function NewGoods({ title, isMember }: NewGoodsProps) {
  const locale = useLocale();
  const [data, setData] = useState<Awaited<ReturnType<typeof findGoods>>>();
  useEffect(() => {
    const left = new AbortController();
    findGoods({ per_page: String(askedForShelf), sort: "newest", lang: locale }, isMember, left.signal).then(
      setData,
      () => {},
    );
    return () => left.abort();
  }, [locale, isMember]);
  if (!data || data.products.length === 0) return null;
  return (
    <section aria-labelledby="others" className="mt-8">
      <h2 id="others" className="mb-5 text-xl">
        {title}
      </h2>
      <ProductShelf products={shelfRow(data.products)} own={data.own} isRow />
    </section>
  );
}
