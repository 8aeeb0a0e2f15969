"use client";

import { useLocale } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useRead } from "@/components/store/use-read";
import { changeAddress } from "@/components/ui/change-address";
import type { ProductDetail, SkuView } from "@/lib/catalogue/schema";

/** The buyer's own prices, as the page shows them; null for a buyer who pays the list price. */
export type OwnPrices = {
  levelName: string;
  bySku: Record<number, string>;
  tiersBySku: Record<number, SkuView["wholesale"]>;
};

type Choice = {
  product: ProductDetail;
  skus: readonly SkuView[];
  /** The page is in the language in which the attributes were written: they have no other. */
  readsAttributes: boolean;
  sku: SkuView | undefined;
  ownPrices: OwnPrices | null;
  /** How many are to be bought: the price of one follows it. */
  quantity: number;
  noteQuantity: (quantity: number) => void;
  choose: (skuId: number) => void;
  /** Asks for the stock at once. */
  reload: () => Promise<ProductDetail | undefined>;
};

const ChoiceContext = createContext<Choice | null>(null);

/** Stock changes while a buyer reads. A query every 30 seconds is enough: the order itself decides. */
const stockInterval = 30_000;

type ChoiceProviderProps = {
  product: ProductDetail;
  firstSku: number | null;
  readsAttributes: boolean;
  ownPrices: OwnPrices | null;
  children: ReactNode;
};

/** The option that is chosen: price, stock and address of the whole page follow it. */
export function ChoiceProvider({
  product,
  firstSku,
  readsAttributes,
  ownPrices,
  children,
}: ChoiceProviderProps) {
  const locale = useLocale();
  const [skuId, setSkuId] = useState(firstSku);
  const [quantity, noteQuantity] = useState(product.min_quantity);
  const { data: live, read } = useRead<ProductDetail>(`/public/products/${product.slug}?lang=${locale}`, {
    first: product,
    everyMs: stockInterval,
  });
  const skus = live?.skus ?? product.skus;

  function choose(id: number) {
    setSkuId(id);
    const code = skus.find((sku) => sku.id === id)?.code;
    const address = new URL(window.location.href);
    if (code) address.searchParams.set("sku", code);
    changeAddress(address);
  }

  const choice: Choice = {
    product,
    skus,
    readsAttributes,
    sku: skus.find(({ id }) => id === skuId) ?? skus[0],
    ownPrices,
    quantity,
    noteQuantity,
    choose,
    reload: read,
  };
  return <ChoiceContext value={choice}>{children}</ChoiceContext>;
}

export function useChoice(): Choice {
  const choice = useContext(ChoiceContext);
  if (!choice) throw new Error("useChoice needs a ChoiceProvider");
  return choice;
}

/** `?coupon=` of a banner's link, read once the page is there: it is no part of what all visitors are sent. */
export function useLinkedCoupon(isWanted: boolean, apply: (code: string) => void): void {
  useEffect(() => {
    const code = new URLSearchParams(window.location.search).get("coupon")?.trim();
    if (isWanted && code) apply(code.slice(0, 64));
    // Only what the page was opened with: a code that was taken away stays away.
  }, [isWanted, apply]);
}
