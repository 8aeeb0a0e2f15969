import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, cp, open, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { findServer } from "@/lib/db/embedded/processes";
import { aKeptFile } from "../../support/builders/kept-file";
import { numberOf, writeJournal } from "../../support/builders/lost-sales";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct, aStaff, keyOf } from "../../support/builders/products";
import { isTurnOf } from "../../support/harness/seed";
import { it } from "../../support/harness/shell-test";
import { isLong } from "../../support/harness/tier";

/** Two keys after the backup, written into the journal of sales. @returns the number of their order */
async function sellTwo(skuId: number): Promise<string> {
  const { id, productId } = await db().sku.findUniqueOrThrow({ where: { id: skuId } });
  const order = await anOrder({ sku: { id, productId }, quantity: 2 });
  await pay(order.orderId);
  await writeJournal();
  return numberOf(order);
}

describe("npm run shop", () => {
  it("brings a deleted shop back from a backup and its secrets, with its owner, the sold key and what lies beside the backup", async ({
    skip,
    shell: { aShop, box, discard, inShop, json, shop },
  }) => {
    skip(!isTurnOf(0, 2));
    const { dataDir, skuId } = await aShop({ keys: 40 });
    const { storageKey } = await inShop(dataDir, async () => {
      await writeJournal();
      await aStaff({ email: "boss@example.com" });
      return aKeptFile(dataDir, "book.pdf", "a book");
    });
    const backup = await json<{ name: string }>(dataDir, "backup");
    const orderNo = await inShop(dataDir, () => sellTwo(skuId));
    await cp(path.join(dataDir, "backups"), path.join(box, "safe"), { recursive: true });
    const kept = path.join("safe", backup.name);
    await copyFile(path.join(dataDir, "secrets.yaml"), path.join(box, "secrets.yaml"));
    await discardDataFolder(dataDir);

    const second = path.join(box, "second");
    discard(second);
    expect((await shop(second, "restore", kept)).stderr).toMatch(/give its secrets\.yaml with --secrets/);
    const restored = await json<{ findings: { ok: boolean }[] }>(
      second,
      "restore",
      kept,
      "--secrets",
      "secrets.yaml",
    );
    expect(restored.findings.every(({ ok }) => ok)).toBe(true);
    expect(await readFile(path.join(second, "files", storageKey), "utf8")).toBe("a book");
    expect(await json(second, "after-restore")).toMatchObject({
      rule: "journal",
      lostOrders: [{ orderNo, keys: 2, isHere: false }],
      skus: [{ skuId, handedOut: 2, held: expect.any(Number), left: expect.any(Number) }],
    });
    const staff = await inShop(second, () => db().staff.findMany());
    expect(staff.map(({ email }) => email)).toEqual(["boss@example.com"]);
    const keys = await shop(second, "export-keys", "--sku", String(skuId), "--status", "sold");
    expect(keys.stdout).toBe(`${keyOf(skuId, 1)}\n`);
  }, 240_000);

  it.runIf(isLong)(
    "brings a shop back beside itself, by the name of a backup that is proven",
    async ({ shell: { aShop, box, discard, inShop, json, shop } }) => {
      const { dataDir, skuId } = await aShop({ keys: 40 });
      await inShop(dataDir, () => writeJournal());
      const backup = await json<{ name: string; proof: { ok: boolean } }>(dataDir, "backup", "--prove");
      expect(backup.proof.ok).toBe(true);
      await inShop(dataDir, () => sellTwo(skuId));
      const [beside, secrets] = [path.join(box, "beside"), path.join(dataDir, "secrets.yaml")];
      discard(beside);
      await json(dataDir, "restore", backup.name, "--into", beside, "--secrets", secrets);
      expect(await json(beside, "after-restore")).toMatchObject({
        rule: "journal",
        skus: [{ handedOut: 2 }],
      });
      expect(await json(beside, "list-staff")).toEqual({ staff: [] });
      expect((await shop(beside, "restore", path.join(dataDir, "backups", backup.name))).stderr).toMatch(
        /There is a shop in .*beside already/,
      );
    },
    240_000,
  );

  it("lets the only owner in again, ends sessions, and writes it to the audit log", async ({
    skip,
    shell: { json, ownShop, shop },
  }) => {
    skip(!isTurnOf(1, 2));
    await json(ownShop, "create-owner", "boss@example.com");
    const reset = await json<{ password: string }>(ownShop, "reset-password", "boss@example.com");
    expect(reset.password).toMatch(/^(\w{4}-){3}\w{4}$/);
    await json(ownShop, "reset-totp", "boss@example.com");
    expect(await json(ownShop, "verify-audit")).toMatchObject({ intact: true, checked: 3 });
    const unknown = await shop(ownShop, "reset-password", "nobody@example.com");
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^\nMember of staff .*\n$/)]);
  }, 180_000);

  it("says in one sentence what is wrong with a file or with the place of the backups", async ({
    skip,
    shell: { box, ownShop, shop },
  }) => {
    skip(!isTurnOf(2, 2));
    const sku = String((await aProduct({ keys: 1 })).sku.id);
    const taken = path.join(box, "taken");
    await writeFile(taken, "mine");
    const at = async (name: string, place: string) => {
      const file = await readFile(ownShop.KEYSHELF_CONFIG ?? "", "utf8");
      await writeFile(path.join(box, `${name}.yaml`), file.replace("backup:\n", `backup:\n  ${place}\n`));
      return ["--config", `${name}.yaml`, "backup"];
    };
    const nowhere =
      "s3: { bucket: keys, endpoint: 'http://127.0.0.1:1', access_key_id: a, secret_access_key: b }";
    const rows: [string[], unknown][] = [
      [await at("file", `dir: '${taken}'`), `\n${taken} is there already: choose another name.\n`],
      [["export-keys", "--sku", sku, "--to", "taken"], `\n${taken} is there already: choose another name.\n`],
      [
        await at("s3", nowhere),
        expect.stringMatching(
          /\nThe store of the backups, s3:\/\/keys\/keyshelf\/, cannot be used: The host does not accept the connection\.\n$/,
        ),
      ],
      [
        ["export-keys", "--sku", sku, "--to", "gone/keys"],
        `\n${path.join(box, "gone/keys")} does not exist.\n`,
      ],
      [["prove-backup", "gone"], expect.stringMatching(/^\n\/.*\/backups\/gone does not exist\.\n$/)],
      [["export-keys", "--sku", "999999", "--to", "keys"], expect.stringMatching(/^\n.*not found.*\n$/i)],
      [["import-keys", "gone", "--sku", sku], `\n${path.join(box, "gone")} does not exist.\n`],
    ];
    for (const [args, said] of rows.filter((_, at) => isTurnOf(at, 2))) {
      const { code, stderr } = await shop(ownShop, ...args);
      expect([code, stderr]).toEqual([1, said]);
    }
    expect(await readFile(taken, "utf8")).toBe("mine");
    expect(existsSync(path.join(box, "keys"))).toBe(false);
  }, 180_000);

  it("ends the database that it started when it is interrupted", async ({
    skip,
    shell: { aShop, begin, box },
  }) => {
    skip(!isTurnOf(3, 2));
    const { dataDir, cluster, skuId } = await aShop();
    const pipe = path.join(box, "pipe");
    execFileSync("mkfifo", [pipe]);
    const { child, ended } = begin(dataDir, "import-keys", pipe, "--sku", String(skuId));
    // Opens when the command does, and then gives it nothing to read.
    const writer = await open(pipe, "w");
    expect(findServer(cluster)).not.toBeNull();
    child.kill("SIGINT");
    await expect.poll(() => findServer(cluster), { timeout: 60_000 }).toBeNull();
    // A thread that reads a pipe does not let its process go.
    await writer.close();
    expect((await ended).code).toBe(130);
  }, 120_000);

  it("rotates the master key, and keeps the old one as long as something needs it", async ({
    skip,
    shell: { aShop, json, shop },
  }) => {
    skip(!isTurnOf(4, 2));
    const { dataDir, skuId } = await aShop();
    await json(dataDir, "rotate-master-key");
    const sold = await shop(dataDir, "export-keys", "--sku", String(skuId), "--status", "sold");
    expect(sold.stdout).toBe(`${keyOf(skuId, 1)}\n`);
    const early = await shop(dataDir, "rotate-master-key", "--finish");
    expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/sealed with a master key/)]);
    expect((await shop(dataDir, "export-keys", "--sku", String(skuId), "--status", "sold")).code).toBe(0);
  }, 180_000);

  it("explains itself, and names what is wrong in one sentence", async ({ skip, shell: { box, shop } }) => {
    skip(!isTurnOf(5, 2));
    const help = await shop(box, "--help");
    for (const command of ["list-staff", "backup", "restore", "doctor"])
      expect(help.stdout).toContain(command);
    expect((await shop(box, "restore", "--help")).stdout).toContain("--secrets <file>");
    const nowhere = await shop(path.join(box, "nowhere"), "list-staff");
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringMatching(/There is no shop in .*nowhere/),
    ]);
    expect((await shop(box, "no-such-command")).code).toBe(1);
  }, 60_000);
});
