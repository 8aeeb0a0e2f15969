interface Named {
  title: string;
  skuName: string | null;
  productTexts: Record<string, string> | null;
  skuTexts: Record<string, string> | null;
}

/** In the buyer's language. An option that is called as its product is not named a second time. */
export function itemNames({ title, skuName, productTexts, skuTexts }: Named) {
  const product = productTexts?.title ?? title;
  const option = skuTexts?.name || skuName || null;
  return { title: product, skuName: option === product ? null : option };
}
