import { describe, expect, it } from "vitest";
import { keyedHash } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { findSecret } from "@/lib/stock/admin-queries";
import { importSecrets } from "@/lib/stock/import-secrets";
import { renewHashes } from "@/lib/stock/renew-hashes";
import { hashSecret, openSecret, sealSecret } from "@/lib/stock/seal-secret";
import { handlers } from "@/lib/worker/handlers/reseal";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { sevenSpellings } from "../../support/builders/spellings";
import { isLong } from "../../support/harness/tier";

const importLines = async (skuId: number, text: string, leaveOutElsewhere = false) =>
  importSecrets(await anAdmin(), aClient(), { skuId, text, note: "", leaveOutElsewhere });

const contentsOf = async (skuId: number) => {
  const rows = await db().secret.findMany({
    where: { skuId },
    orderBy: { id: "asc" },
    omit: { contentSealed: false, contentHash: false },
  });
  return rows.map((row) => ({
    id: row.id,
    content: openSecret(row.id, row.contentSealed),
    isToday: Buffer.from(row.contentHash).equals(hashSecret(openSecret(row.id, row.contentSealed))),
  }));
};

/** As a version before this one stored them: each spelling is a key of its own. */
async function storeAsBefore(skuId: number, contents: readonly string[]): Promise<void> {
  const keys = await db().secret.findMany({ where: { skuId }, orderBy: { id: "asc" }, select: { id: true } });
  for (const [index, content] of contents.entries()) {
    const id = keys[index]?.id ?? 0;
    const data = { contentSealed: sealSecret(id, content), contentHash: keyedHash("secret", content) };
    await db().secret.update({ where: { id }, data });
  }
}

const many = isLong ? 1_200 : 500;

describe("spellings of one key [C95]", () => {
  it("are stored once, as the first came, and found by each", async () => {
    const { sku } = await aProduct();
    const spellings = sevenSpellings("AAAA-BBBB").reverse();
    expect(await importLines(sku.id, `X\n${spellings.join("\n")}`)).toMatchObject({
      imported: 2,
      repeated: 6,
    });
    for (const spelling of spellings)
      expect(await importLines(sku.id, `X\n${spelling}`)).toMatchObject({ imported: 0, duplicates: 2 });
    const [, stored] = await contentsOf(sku.id);
    expect(stored?.content).toBe("\uFEFFAAAA-BBBB");
    for (const spelling of spellings)
      expect((await findSecret(sku.id, spelling)).secret?.id).toBe(stored?.id);
  });

  it("are left out of another option", async () => {
    const [one, other] = [await aProduct(), await aProduct()];
    await importLines(one.sku.id, "AAAA-BBBB");
    for (const spelling of sevenSpellings("AAAA-BBBB"))
      expect(await importLines(other.sku.id, `X\n${spelling}`, true)).toMatchObject({
        elsewhere: [{ sku_id: one.sku.id, count: 1 }],
      });
    expect(await contentsOf(other.sku.id)).toMatchObject([{ content: "X" }]);
  });

  it("get today's hash where a former version stored them, and twins are told and stay", async () => {
    const { sku } = await aProduct({ keys: 9 });
    await storeAsBefore(sku.id, ["ONE\t", "TWO", " TWO", "TWO\u200B", "THREE\u00A0"]);
    await handlers["stock.renew_hashes"]();
    await handlers["stock.renew_hashes"]();
    const stored = await contentsOf(sku.id);
    expect(stored.map(({ content }) => content).slice(0, 5)).toEqual([
      "ONE\t",
      "TWO",
      " TWO",
      "TWO\u200B",
      "THREE\u00A0",
    ]);
    expect(stored.map(({ isToday }) => isToday)).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    const [, two, third, fourth] = stored;
    const alerts = await db().alert.findMany({ where: { kind: "stock.twins" } });
    expect(alerts).toMatchObject([
      {
        reference: `sku:${sku.id}`,
        data: { count: 2, pairs: `#${third?.id} = #${two?.id}, #${fourth?.id} = #${two?.id}` },
      },
    ]);
    expect((await findSecret(sku.id, "ONE")).secret?.id).toBe(stored[0]?.id);
  });

  it("are renewed once by two processes, in turns that may end at any slice", async () => {
    const { sku } = await aProduct({ keys: many });
    const odd = Array.from({ length: many }, (_, index) => `ODD-${index}\t`);
    await storeAsBefore(sku.id, odd);
    while ((await Promise.all([renewHashes(0), renewHashes(0)])).some(Boolean));
    const stored = await contentsOf(sku.id);
    expect(stored.filter(({ isToday }) => !isToday)).toEqual([]);
    expect(stored.map(({ content }) => content)).toEqual(odd);
    expect(await db().alert.count({ where: { kind: "stock.twins" } })).toBe(0);
  });
});
