import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { newSku } from "@/app/admin/(panel)/products/_components/product-draft";
import { SkuRow } from "@/app/admin/(panel)/products/_components/sku-row";
import admin from "@/messages/en/admin.json";
import en from "@/messages/en/admin-sell.json";

const cells = ["name", "code", "price", "original_price", "cost_price", "stock"] as const;

function drawn(refused: string): string {
  const row = createElement(SkuRow, {
    sku: { ...newSku(1), isUpstream: false },
    index: 0,
    count: 1,
    goods: "none",
    currency: "USD",
    fieldError: (...names: string[]) => (names.includes(`skus.0.${refused}`) ? "must be right" : undefined),
    set: () => {},
    onMove: () => {},
    onRemove: () => {},
    onCopyTiers: () => {},
    mayAddKeys: true,
  });
  // The types ask for children here; those of createElement take their place.
  const texts = {
    locale: "en",
    timeZone: "UTC",
    messages: { admin, "admin-sell": en },
    children: null,
  } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, texts, row));
}

it.for(cells)("an option's row ties the refusal of %s to its field, under the field's name", (cell) => {
  const html = drawn(cell);
  const [input] = html.match(/<input[^>]*aria-invalid="true"[^>]*>/g) ?? [];
  const id = input?.match(/aria-describedby="([^"]+)"/)?.[1] ?? "none";
  const sentence = html.slice(html.indexOf(`id="${id}"`)).replace(/<[^>]+>/g, "");
  expect(html.match(/aria-invalid/g)).toHaveLength(1);
  expect(sentence).toMatch(/[A-Z][^:>]*: must be right/);
});
