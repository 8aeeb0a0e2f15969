import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { exportOrders } from "@/lib/orders/staff/export-orders";
import { aClient, anAdmin } from "../../support/builders/products";
import { recordStatements } from "../../support/harness/statements";

it("exports every order once, newest first, without counting or skipping what it has read", async () => {
  // Seven hundred of one moment, so that a piece ends within a moment.
  await db().$executeRaw`
    INSERT INTO orders (order_no, buyer_kind, email, currency, original_cents, amount_cents, expire_at, created_at, updated_at)
    SELECT 'E' || n, 'guest', 'e@example.com', 'USD', 990, 990, now(), now() - (n / 700) * interval '1 hour', now()
    FROM generate_series(1, 2600) AS n`;
  let text = "";
  const statements = await recordStatements(async () => {
    const lines = await exportOrders(await anAdmin(), aClient(), { page: 1, per_page: 20, sort: "newest" });
    for await (const line of lines) text += line;
  });
  const numbers = text
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[0]?.replaceAll('"', ""));
  const wanted = await db().order.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
  expect(numbers).toEqual(wanted.map(({ orderNo }) => orderNo));
  const reads = statements.filter(({ text }) => text.includes('FROM "public"."orders"'));
  expect(reads).toHaveLength(3);
  expect(reads.filter(({ text }) => /COUNT\(/i.test(text))).toEqual([]);
  const offsets = reads.map(({ text, values }) => {
    const position = /OFFSET \$(\d+)/.exec(text)?.[1];
    return position ? Number(values[Number(position) - 1]) : 0;
  });
  expect(offsets).toEqual([0, 0, 0]);
});
