import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, inject, it } from "vitest";
import { db, inDatabase } from "@/lib/db/client";
import { backupStore } from "@/lib/operations/backup/backup-store";
import { allMasterKeys, makeBackup, restoreInto } from "@/lib/operations/backup/make-backup";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct, aStaff } from "../../support/builders/products";
import { dropDatabase, emptyDatabase } from "../../support/harness/empty-database";
import { overrideConfig } from "../../support/harness/test-config";

/** All that PostgreSQL keeps of tables beside their columns, as it writes it itself. */
async function readRules(database: string): Promise<string[]> {
  return inDatabase(database, async () => {
    const rows = await db().$queryRaw<{ rule: string }[]>`
      SELECT pg_get_indexdef(indexrelid) || CASE WHEN indisvalid THEN '' ELSE ' invalid' END AS rule
      FROM pg_index WHERE indrelid::regclass::text !~ '^pg_'
      UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      FROM pg_constraint WHERE conrelid <> 0
      UNION ALL SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
      ORDER BY 1`;
    return rows.map(({ rule }) => rule);
  });
}

it("a restored shop has every index, reference, check and trigger of a new one, and its rows [C76]", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-restored-"));
  overrideConfig({ "backup.dir": folder });
  const target = await emptyDatabase();
  try {
    await aStaff();
    const { sku } = await aProduct({ keys: 3 });
    await pay((await anOrder({ sku })).orderId);
    const { name } = await makeBackup();
    await restoreInto(target, await backupStore().read(name), allMasterKeys());
    const found = await readRules(target);
    expect(found).toEqual(await readRules(inject("testRun").templateUrl));
    expect(found.filter((rule) => rule.startsWith("CREATE")).length).toBeGreaterThan(300);
    await inDatabase(target, async () => {
      expect(await db().secret.count({ where: { skuId: sku.id, status: "sold" } })).toBe(1);
    });
  } finally {
    await dropDatabase(target);
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
