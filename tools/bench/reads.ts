import { measureBare } from "./bare-server";
import { http } from "./load";
import type { Row } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

/** Addresses that anybody reads, each beside a bare server that answers the same bytes. */
async function compare(shop: Shop, addresses: readonly (readonly [string, string])[], target: number) {
  const rows: Row[] = [];
  for (const [name, address] of addresses) {
    const url = shop.baseUrl + address;
    await http({ url, duration: 2 });
    const bare = await measureBare(url);
    rows.push(
      { name: `bare server, bytes of the ${name}`, figures: bare },
      { name, figures: await http({ url }), against: { name: "a bare server", figures: bare, target } },
    );
  }
  return rows;
}

/** Public answers of the API. */
export const reads = (shop: Shop, { slug }: BenchCatalogue): Promise<Row[]> =>
  compare(
    shop,
    [
      ["product list", "/api/v1/public/products"],
      ["product detail", `/api/v1/public/products/${slug}`],
      ["public config", "/api/v1/public/config"],
    ],
    0.5,
  );

/** Pages as an anonymous reader gets them. */
export const pages = (shop: Shop, { slug }: BenchCatalogue): Promise<Row[]> =>
  compare(
    shop,
    [
      ["home page", "/"],
      ["product list page", "/products"],
      ["category page", "/products?category=bench"],
      ["product page", `/products/${slug}`],
    ],
    0.35,
  );
