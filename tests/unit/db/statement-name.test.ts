import { expect, it } from "vitest";
import { statementName } from "@/lib/db/connections/statement-name";

it.each([
  [`SELECT "public"."orders"."id" FROM "public"."orders" WHERE "public"."orders"."id" = $1`, "SELECT orders"],
  [
    `with "free" as (select id from "secrets" for update skip locked) update "orders" set x = 'into that'`,
    "WITH secrets orders",
  ],
  [`INSERT INTO stock (sku_id) VALUES ($1) ON CONFLICT (sku_id) DO UPDATE SET available = 1`, "INSERT stock"],
  [`select * from ( select 1 ) as a inner join lateral ( select 2 ) b on true`, "SELECT"],
  ["COMMIT", "COMMIT"],
  ["", "STATEMENT"],
])("a statement is named by what it does and its tables: %s", (text, name) => {
  expect(statementName(text)).toBe(name);
});
