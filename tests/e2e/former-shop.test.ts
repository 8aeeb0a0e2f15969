import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ArchiveShop, databaseOf, openArchive } from "../support/harness/archive-shop";
import { directQuery } from "../support/harness/direct-query";
import { aFormerShop, formerCommit, hasFormerCommit } from "../support/harness/former-shop";
import { aFolder, removeFolders, unpacked } from "../support/harness/made-release";
import { isLong } from "../support/harness/tier";

if (isLong && !hasFormerCommit)
  console.log(`This clone has no commit ${formerCommit}: the update from it is not tried.`);

/** Everything that a buyer or an operator would miss. */
const facts = `SELECT
  (SELECT json_object_agg(status, n) FROM (SELECT status::text, count(*) n FROM orders GROUP BY 1 ORDER BY 1) a) AS orders,
  (SELECT json_object_agg(status, n) FROM (SELECT status::text, count(*) n FROM secrets GROUP BY 1 ORDER BY 1) b) AS secrets,
  (SELECT count(*)::int FROM products) AS products,
  (SELECT count(*)::int FROM ledger_entries) AS entries,
  (SELECT sum(amount_cents)::text FROM ledger_entries WHERE amount_cents > 0) AS money`;

describe.runIf(isLong && hasFormerCommit)(
  "a shop of the commit before the migrations became two",
  { timeout: 900_000 },
  () => {
    let box: string;
    let release: string;
    let data: string;

    beforeAll(async () => {
      box = await aFolder("former");
      data = path.join(box, "data");
      await aFormerShop(box, data);
      release = await unpacked(box);
    }, 1_800_000);

    afterAll(removeFolders, 120_000);

    async function expectWhole(shop: ArchiveShop, dataDir: string) {
      for (const address of ["/", "/products"]) expect((await fetch(shop.url + address)).status).toBe(200);
      const { stdout, stderr } = await shop.command("--json", "check-shop");
      expect(stderr).toBe("");
      expect(
        (JSON.parse(stdout) as { findings: { ok: boolean }[] }).findings.filter(({ ok }) => !ok),
      ).toEqual([]);
      const [found] = await directQuery(databaseOf(dataDir), facts);
      expect(found).toMatchObject({
        orders: { delivered: expect.any(Number) },
        secrets: { sold: expect.any(Number) },
      });
      return found;
    }

    it("is opened by this version with all that it sold, and so is its own backup [C147]", async () => {
      const environment = (dataDir: string) => ({ KEYSHELF_DATA_DIR: dataDir });
      const updated = await openArchive({
        release,
        home: path.join(box, "home"),
        environment: environment(data),
      });
      const [backup = "none"] = readdirSync(path.join(data, "backups")).filter((name) =>
        name.endsWith(".keyshelf-backup"),
      );
      const found = await expectWhole(updated, data);

      const restored = path.join(box, "restored");
      const { code } = await updated.command(
        ...[
          "restore",
          path.join(data, "backups", backup),
          "--into",
          restored,
          "--secrets",
          path.join(data, "secrets.yaml"),
        ],
      );
      expect(code).toBe(0);
      const again = await openArchive({
        release,
        home: path.join(box, "home-again"),
        environment: environment(restored),
      });
      expect(await expectWhole(again, restored)).toEqual(found);
      expect(readFileSync(path.join(restored, "secrets.yaml"), "utf8")).toBe(
        readFileSync(path.join(data, "secrets.yaml"), "utf8"),
      );
    });
  },
);
