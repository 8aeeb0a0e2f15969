import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { findFreeLabels } from "@/lib/stock/sql/picks";
import { lockFreeSecrets } from "@/lib/stock/sql/reservations";
import { aProduct } from "../../support/builders/products";
import { recordStatements, type Statement } from "../../support/harness/statements";

const keysOfLabel = 5_000;

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Relation Name"?: string;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** Rows of `secrets` that a plan read, those that it left out again included. */
const rowsRead = (node: PlanNode): number =>
  (node["Relation Name"] === "secrets"
    ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    : 0) + (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);

async function readBy(statements: readonly Statement[]): Promise<number> {
  let read = 0;
  for (const { text, values } of statements.filter((one) => /^\s*(select|with)/i.test(one.text))) {
    const [row] = await db().$queryRawUnsafe<{ "QUERY PLAN": { Plan: PlanNode }[] }[]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      ...values,
    );
    for (const { Plan } of row?.["QUERY PLAN"] ?? []) read += rowsRead(Plan);
  }
  return read;
}

describe("the labels of an option with many keys and few labels", () => {
  let skuId: number;
  const wanted = { after: "", search: "", usableAfter: null, limit: 25 };

  beforeEach(async () => {
    const { sku } = await aProduct({ keys: 1 });
    skuId = sku.id;
    await db().$executeRaw`
      INSERT INTO secrets (sku_id, content_sealed, content_hash, public_label, created_at)
      SELECT ${skuId}::int, 'x'::bytea, sha256(n::text::bytea), 'label ' || (n % 3), now()
      FROM generate_series(1, ${3 * keysOfLabel}::int) n`;
    await db().$executeRaw`ANALYZE secrets`;
  });

  it("are read from label to label, each once and in their order", async () => {
    expect(await findFreeLabels(db(), { ...wanted, skuId })).toEqual(["label 0", "label 1", "label 2"]);
    expect(await findFreeLabels(db(), { ...wanted, skuId, limit: 2 })).toEqual(["label 0", "label 1"]);
    expect(await findFreeLabels(db(), { ...wanted, skuId, after: "label 0" })).toEqual([
      "label 1",
      "label 2",
    ]);
    expect(await findFreeLabels(db(), { ...wanted, skuId, search: "BEL 2" })).toEqual(["label 2"]);
    expect(await findFreeLabels(db(), { ...wanted, skuId, usableAfter: new Date() })).toHaveLength(3);
    for (const search of ["", "2", "none of them"]) {
      const statements = await recordStatements(() => findFreeLabels(db(), { ...wanted, skuId, search }));
      expect(await readBy(statements)).toBeLessThanOrEqual(4);
    }
  });

  it("are claimed by their oldest key, which is the only one that is read", async () => {
    const chosen = { skuId, quantity: 1, sale: null, pick: "label 1" };
    let found: unknown[] = [];
    const statements = await recordStatements(() =>
      inTransaction(async (tx) => {
        found = await lockFreeSecrets(tx.sql, chosen, "skip").execute();
      }),
    );
    const oldest = await db().secret.findFirst({
      where: { skuId, publicLabel: "label 1" },
      orderBy: { id: "asc" },
      select: { id: true },
    });
    expect(found).toEqual([oldest]);
    expect(await readBy(statements.filter(({ text }) => text.includes("secrets")))).toBe(1);
  });
});

it("the labels of an option with many of them are searched by any part, from the index and not one by one", async () => {
  const { sku } = await aProduct({ keys: 1 });
  const other = await aProduct({ keys: 1 });
  const labels = 20_000;
  for (const { id } of [sku, other.sku])
    await db().$executeRaw`
      INSERT INTO secrets (sku_id, content_sealed, content_hash, public_label, created_at)
      SELECT ${id}::int, 'x'::bytea, sha256((${id} || '-' || n)::text::bytea), 'N' || (1000000 + n), now()
      FROM generate_series(1, ${labels}::int) n`;
  await db().$executeRaw`ANALYZE secrets`;
  const wanted = { skuId: sku.id, after: "", usableAfter: null, limit: 25 };
  const cases = [
    ["19999", ["N1019999"]],
    ["n10199", Array.from({ length: 25 }, (_, n) => `N10199${String(n).padStart(2, "0")}`)],
    ["none of them", []],
    ["_0199", []],
  ] as const;
  for (const [search, found] of cases) {
    const statements = await recordStatements(async () =>
      expect(await findFreeLabels(db(), { ...wanted, search })).toEqual(found),
    );
    expect(await readBy(statements), search).toBeLessThan(1_500);
  }
  // A common label is found at once, and the next page goes on behind it.
  const first = await findFreeLabels(db(), { ...wanted, search: "99" });
  const next = await findFreeLabels(db(), { ...wanted, search: "99", after: first.at(-1) ?? "" });
  const all = Array.from({ length: labels }, (_, n) => `N${1_000_001 + n}`).filter((label) =>
    label.includes("99"),
  );
  expect([...first, ...next]).toEqual(all.slice(0, 50));
});
