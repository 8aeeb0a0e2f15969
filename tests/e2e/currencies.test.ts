import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decimalsOf } from "@/lib/core/money";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";

/** Two decimals, none and three: of each kind one in turn. */
const currencies = ["USD EUR CNY GBP RUB", "JPY KRW VND CLP ISK", "KWD BHD"]
  .map((kind) => kind.split(" "))
  .flatMap((kind) => kind.filter((_, at) => isTurnOf(at, kind.length)));
const sold = ["/", "/products", "/products/tidemill"];
const desk = "products stock coupons levels channels staff/roles tokens"
  .split(" ")
  .map((at) => `/admin/${at}`);

let shop: BuiltShop;
let staff: StaffClient;

beforeAll(async () => {
  shop = await startBuiltShop("currencies");
  staff = await StaffClient.enter(shop);
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  const prices = ["products", "skus"].flatMap((table) => [
    `${table}.price_cents`,
    `${table}.original_price_cents`,
  ]);
  for (const place of [...prices, "skus.cost_cents", "wholesale_tiers.price_cents"]) {
    const [table, column] = place.split(".");
    await client.query(`UPDATE ${table} SET ${column} = ceil(${column} / 100.0) * 100`);
  }
  await client.end();
  await staff.call("PATCH", "/payment-channels/1", { min_amount: "1000", max_amount: "90000" });
  await staff.call("POST", "/session/tokens", {
    name: "Restock",
    areas: { money: "write" },
    ip_allow_list: [],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    day_limit: "5000",
  });
});

afterAll(() => shop?.stop());

/** Words of a page: no code, and no fields, which take what the wire takes. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(script|style|textarea)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, "|")
    .replace(/&nbsp;|\u00a0/g, " ");

/** Decimals of each number that stands behind the sign of the currency. */
function decimalsIn(words: string, currency: string): number[] {
  const parts = new Intl.NumberFormat("en", { style: "currency", currency }).formatToParts(1);
  const sign = parts.find(({ type }) => type === "currency")?.value ?? currency;
  const written = new RegExp(`${sign.replace("$", "\\$")}[ |]*[\\d,]+(?:\\.(\\d+))?`, "g");
  return [...words.matchAll(written)].map(([, fraction = ""]) => fraction.length);
}

describe.each(currencies)("a shop in %s", (currency) => {
  it("writes every amount with the decimals of its currency, for shoppers and for staff", async () => {
    await staff.call("PATCH", "/settings", { currency });
    for (const path of [...sold, ...desk]) {
      const answer = await staff.page(path, "en");
      expect([path, answer?.status]).toEqual([path, 200]);
      const words = wordsOf(answer?.html ?? "");
      const decimals = decimalsIn(words, currency);
      expect([path, decimals.length > 0, new Set(decimals)]).toEqual([
        path,
        true,
        new Set([decimalsOf(currency)]),
      ]);
      if (decimalsOf(currency) === 0)
        expect([path, words.match(/.{0,30}\d\.00(?!\d)/g)]).toEqual([path, null]);
    }
  });
});
