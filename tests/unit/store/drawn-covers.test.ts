import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Gallery } from "@/app/(store)/products/[slug]/_components/gallery";
import { ProductShelf } from "@/components/store/product-card";
import { ProductPicture } from "@/components/store/product-picture";
import type { ProductSummary } from "@/lib/catalogue/schema";
import catalogue from "@/messages/en/catalogue.json";

const product = {
  id: 7,
  slug: "tidemill",
  title: "Tidemill",
  summary: "",
  price: "9.90",
  max_price: "9.90",
  original_price: null,
  currency: "USD",
  stock: 3,
  stock_status: "in_stock",
  stock_display: "exact",
  image: null,
  whole_images: [],
  category: { id: 1, slug: "games", name: "Games" },
  tags: [],
  delivery: "auto",
  auto_secret_kind: "account",
  purchase_type: "guest",
  region: null,
} as unknown as ProductSummary;

/** Colour and drawing of the covers in what is drawn. */
function coversOf(element: ReactNode): string[] {
  const around = { locale: "en", timeZone: "UTC", messages: { catalogue }, children: null } as const;
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, around, element));
  return [...html.matchAll(/--turn:(-?\d+)[^>]*>.*?<path d="(M[^"]+)" transform="([^"]+)"/g)].map((found) =>
    found.slice(1).join(" "),
  );
}

it("goods without a picture have one cover: in a list, on their page, in cart and order, in every language", () => {
  const small = { ...product, title: "Gezeitenmühle", category: { ...product.category, name: "Spiele" } };
  const covers = [
    createElement(ProductShelf, { products: [product] }),
    createElement(Gallery, { product, images: [] }),
    createElement(ProductPicture, { of: product }),
    createElement(ProductShelf, { products: [small] }),
    // As a line of an order has them (lib/catalogue/sold-goods.ts).
    createElement(ProductPicture, {
      of: { slug: "tidemill", auto_secret_kind: "account", category: { slug: "games" }, image: null },
    }),
  ].map(coversOf);
  expect(covers[0]).toHaveLength(1);
  expect(new Set(covers.map(String)).size).toBe(1);
});

it("goods of one category share a colour, and those of another kind have another drawing", () => {
  const coverOf = (of: Partial<ProductSummary>) =>
    coversOf(createElement(ProductPicture, { of: { ...product, ...of } }))[0] ?? "";
  const [turn, drawing] = [coverOf({}).split(" ")[0], coverOf({}).slice(coverOf({}).indexOf("M"))];
  expect(coverOf({ slug: "lanternfall" }).split(" ")[0]).toBe(turn);
  expect(coverOf({ auto_secret_kind: "text" })).not.toContain(drawing);
});
