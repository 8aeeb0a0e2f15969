import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { db } from "@/lib/db/client";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { findServer } from "@/lib/db/embedded/processes";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { migrate } from "@/lib/db/migrate";
import { checkKeys } from "@/lib/db/verify-master-key";
import { aKeptFile } from "../../support/builders/kept-file";
import { numberOf, writeJournal } from "../../support/builders/lost-sales";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct, keyOf } from "../../support/builders/products";
import { overrideConfig } from "../../support/harness/test-config";
import { onDatabase } from "../../support/harness/two-shops";

const root = path.resolve(import.meta.dirname, "../../..");
let box: string;
const dataDirs: string[] = [];

beforeEach(async () => {
  box = await mkdtemp(path.join(os.tmpdir(), "keyshelf-shop-"));
});
afterEach(async () => {
  for (const folder of dataDirs.splice(0)) await discardDataFolder(folder);
  await rm(box, { recursive: true, force: true });
});

type Ended = { code: number; stdout: string; stderr: string };

/** The command as an operator gives it, in a process of its own. */
function begin(dataDir: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const foreign = /^(KEYSHELF_|DATABASE_URL$|NODE_OPTIONS$|VITEST)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  let end: (ended: Ended) => void = () => undefined;
  const ended = new Promise<Ended>((resolve) => (end = resolve));
  const child = execFile(
    process.execPath,
    [path.join(root, "scripts/shop.mjs"), ...args],
    { cwd: box, env: { ...env, NODE_ENV: "test", NODE_NO_WARNINGS: "1", KEYSHELF_DATA_DIR: dataDir } },
    (error, stdout, stderr) => end({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
  );
  return { child, ended };
}

const shop = (dataDir: string, ...args: string[]): Promise<Ended> => begin(dataDir, ...args).ended;

async function json<T>(dataDir: string, ...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await shop(dataDir, "--json", ...args);
  expect(stderr).toBe("");
  expect(code, stdout).toBe(0);
  return JSON.parse(stdout) as T;
}

/** Works on the database of a data folder while no command does. */
async function inShop<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  overrideConfig({ dataDir });
  const database = await startEmbedded({ dataDir });
  return onDatabase(database.url, work).finally(database.stop);
}

/** A shop with its own data folder that has sold one key; it is not running. */
async function aShop({ keys = 3 } = {}): Promise<{ dataDir: string; cluster: string; skuId: number }> {
  const dataDir = path.join(box, "data");
  dataDirs.push(dataDir);
  await mkdir(dataDir, { recursive: true });
  const { masterKey, jwtSecret } = getConfig().security;
  const key = Buffer.from(masterKey).toString("hex");
  await writeFile(path.join(dataDir, "secrets.yaml"), `master_key: "${key}"\njwt_secret: "${jwtSecret}"\n`, {
    mode: 0o600,
  });
  const database = await startEmbedded({ dataDir });
  try {
    await migrate(database.url);
    const skuId = await onDatabase(database.url, async () => {
      await checkKeys();
      const { sku } = await aProduct({ keys });
      await pay((await anOrder({ sku })).orderId);
      expect(await db().secret.count({ where: { status: "sold" } })).toBe(1);
      return sku.id;
    });
    return { dataDir, cluster: database.cluster, skuId };
  } finally {
    await database.stop();
  }
}

describe("npm run shop", () => {
  it("brings a deleted shop back from a backup and its secrets, with its owner, the sold key and what lies beside the backup", async () => {
    const { dataDir, skuId } = await aShop({ keys: 40 });
    const { storageKey } = await inShop(dataDir, async () => {
      await writeJournal();
      return aKeptFile(dataDir, "book.pdf", "a book");
    });
    const made = await json<{ email: string; password: string }>(dataDir, "create-owner", "Boss@Example.com");
    expect(made).toMatchObject({
      email: "boss@example.com",
      password: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
    });
    const backup = await json<{ name: string; proof: { ok: boolean } }>(dataDir, "backup", "--prove");
    expect(backup.proof.ok).toBe(true);
    const orderNo = await inShop(dataDir, async () => {
      const { id, productId } = await db().sku.findUniqueOrThrow({ where: { id: skuId } });
      const order = await anOrder({ sku: { id, productId }, quantity: 2 });
      await pay(order.orderId);
      await writeJournal();
      return numberOf(order);
    });
    const [third, secrets] = [path.join(box, "third"), path.join(dataDir, "secrets.yaml")];
    dataDirs.push(third);
    await json(dataDir, "restore", backup.name, "--into", third, "--secrets", secrets);
    expect(await json(third, "after-restore")).toMatchObject({ rule: "journal", skus: [{ handedOut: 2 }] });
    await cp(path.join(dataDir, "backups"), path.join(box, "safe"), { recursive: true });
    const kept = path.join("safe", backup.name);
    await copyFile(path.join(dataDir, "secrets.yaml"), path.join(box, "secrets.yaml"));
    await discardDataFolder(dataDir);

    const second = path.join(box, "second");
    dataDirs.push(second);
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
    const { staff } = await json<{ staff: { email: string }[] }>(second, "list-staff");
    expect(staff.map(({ email }) => email)).toEqual(["boss@example.com"]);
    const keys = await shop(second, "export-keys", "--sku", String(skuId), "--status", "sold");
    expect(keys.stdout).toBe(`${keyOf(skuId, 1)}\n`);
    expect((await shop(second, "restore", `../${kept}`)).stderr).toMatch(
      /There is a shop in .*second already/,
    );
  }, 240_000);

  it("lets the only owner in again, ends sessions, and writes it to the audit log", async () => {
    const { dataDir } = await aShop();
    await json(dataDir, "create-owner", "boss@example.com");
    const reset = await json<{ password: string }>(dataDir, "reset-password", "boss@example.com");
    expect(reset.password).toMatch(/^(\w{4}-){3}\w{4}$/);
    await json(dataDir, "reset-totp", "boss@example.com");
    expect(await json(dataDir, "verify-audit")).toMatchObject({ intact: true, checked: 3 });
    const unknown = await shop(dataDir, "reset-password", "nobody@example.com");
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^\nMember of staff .*\n$/)]);
  }, 180_000);

  it("imports keys from a file beside the command", async () => {
    const { dataDir, skuId } = await aShop();
    await writeFile(path.join(box, "keys.txt"), "NEW-1\nNEW-2\n\nNEW-1\n");
    const report = await json(dataDir, "import-keys", "keys.txt", "--sku", String(skuId));
    expect(report).toMatchObject({ imported: 2, repeated: 1, empty: 1 });
    const secret = "[Interface]\nPrivateKey = 1\n\n[Peer]";
    await writeFile(path.join(box, "blocks.txt"), `${secret}\n---\nB\n---\nC\n`);
    const blocks = ["import-keys", "blocks.txt", "--sku", String(skuId), "--separator", "---"];
    expect(await json(dataDir, ...blocks, "--check")).toMatchObject({ imported: 3 });
    expect(await json(dataDir, ...blocks)).toMatchObject({ imported: 3 });
    const table = ["import-keys", "table.csv", "--sku", String(skuId), "--table"];
    await writeFile(path.join(box, "table.csv"), 'Note,Key,Cost\n,"D\nE",1.5\nx,F,one\n');
    const refused = await shop(dataDir, ...table);
    expect(refused.stdout).toMatch(
      /^1 keys imported; .* 1 refused\.\n {2}line 4 has a cost that cannot be read: write 9\.90\n$/,
    );
    expect(refused.code).toBe(0);
    const files = ["export-keys", "--sku", String(skuId), "--separator", "---"];
    const exported = (await shop(dataDir, ...files)).stdout;
    expect(exported).toContain(`NEW-2\n---\n${secret}\n---\nB\n---\nC\n---\nD\nE\n`);
    // The way back finds every key as it was.
    await writeFile(path.join(box, "again.txt"), exported);
    const again = await json(
      dataDir,
      "import-keys",
      "again.txt",
      "--sku",
      String(skuId),
      "--separator",
      "---",
    );
    expect(again).toMatchObject({ imported: 0, duplicates: 8, not_imported: { duplicate: 8 } });
    expect(await json(dataDir, "check-ledger")).toMatchObject({ is_sound: true });
  }, 120_000);

  it("reads a file of keys in the encodings that the page reads, and refuses what is no text [C68]", async () => {
    const { dataDir, skuId } = await aShop();
    const text = "KEY-U16-1\r\n\u5361\u5bc6-2\r\n";
    const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
    const files: Record<string, Buffer> = {
      "little.txt": utf16,
      "big.txt": Buffer.from(utf16).swap16(),
      "gbk.txt": Buffer.from("KEY-GBK-1\n\xbf\xa8\xc3\xdc-3\n", "latin1"),
      "no-mark.txt": utf16.subarray(2),
      "latin.txt": Buffer.from("cl\xe9\n", "latin1"),
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(box, name), bytes);
    const sku = String(skuId);
    expect(await json(dataDir, "import-keys", "little.txt", "--sku", sku)).toMatchObject({ imported: 2 });
    expect(await json(dataDir, "import-keys", "big.txt", "--sku", sku)).toMatchObject({ duplicates: 2 });
    expect(await json(dataDir, "import-keys", "gbk.txt", "--sku", sku)).toMatchObject({ imported: 2 });
    for (const name of ["no-mark.txt", "latin.txt"]) {
      const refused = await shop(dataDir, "import-keys", name, "--sku", sku);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/is not a text in UTF-8/)]);
    }
    const exported = (await shop(dataDir, "export-keys", "--sku", sku, "--status", "available")).stdout;
    expect(exported).toContain("KEY-U16-1\n\u5361\u5bc6-2\nKEY-GBK-1\n\u5361\u5bc6-3\n");
  }, 120_000);

  it("ends with code 1 when every line of an import is refused", async () => {
    const { dataDir } = await aShop();
    await writeFile(path.join(box, "table.csv"), "Key,Sku\nA,none-such\nB,none-such\n");
    for (const args of [["--check"], []]) {
      const refused = await shop(dataDir, "import-keys", "table.csv", "--table", ...args);
      expect([refused.code, refused.stdout]).toEqual([
        1,
        expect.stringMatching(/ 2 refused\.\n {2}line 2 names no option of this shop .*\n {2}line 3 names/),
      ]);
    }
    const folder = await shop(dataDir, "import-keys", ".", "--sku", "1");
    expect([folder.code, folder.stderr]).toEqual([1, expect.stringMatching(/ is a folder: name a file/)]);
  }, 120_000);

  it("says in one sentence what is wrong with a file or with the place of the backups", async () => {
    const { dataDir, skuId } = await aShop();
    await writeFile(path.join(box, "taken"), "mine");
    const sku = String(skuId);
    const at = async (name: string, backup: string, ...args: string[]) => {
      await writeFile(path.join(box, `${name}.yaml`), `backup: ${backup}\n`);
      return shop(dataDir, "--config", `${name}.yaml`, ...args);
    };
    const nowhere =
      "{ s3: { bucket: keys, endpoint: 'http://127.0.0.1:1', access_key_id: a, secret_access_key: b } }";
    const answers = {
      taken: await shop(dataDir, "export-keys", "--sku", sku, "--to", "taken"),
      noFolder: await shop(dataDir, "export-keys", "--sku", sku, "--to", "gone/keys"),
      noSku: await shop(dataDir, "export-keys", "--sku", "999999", "--to", "keys"),
      noFile: await shop(dataDir, "import-keys", "gone", "--sku", sku),
      noBackup: await shop(dataDir, "prove-backup", "gone"),
      aFile: await at("file", `{ dir: '${path.join(box, "taken")}' }`, "backup"),
      s3: await at("s3", nowhere, "backup"),
    };
    expect(Object.fromEntries(Object.entries(answers).map(([name, { stderr }]) => [name, stderr]))).toEqual({
      taken: `\n${path.join(box, "taken")} is there already: choose another name.\n`,
      noFolder: `\n${path.join(box, "gone/keys")} does not exist.\n`,
      noSku: expect.stringMatching(/^\n.*not found.*\n$/i),
      noFile: `\n${path.join(box, "gone")} does not exist.\n`,
      noBackup: `\n${path.join(dataDir, "backups/gone")} does not exist.\n`,
      aFile: `\n${path.join(box, "taken")} is there already: choose another name.\n`,
      s3: expect.stringMatching(
        /\nThe store of the backups, s3:\/\/keys\/keyshelf\/, cannot be used: nothing answers at that address\.\n$/,
      ),
    });
    expect(Object.values(answers).map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(await readFile(path.join(box, "taken"), "utf8")).toBe("mine");
    expect(existsSync(path.join(box, "keys"))).toBe(false);
  }, 180_000);

  it("ends the database that it started when it is interrupted", async () => {
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

  it("rotates the master key, and keeps the old one as long as something needs it", async () => {
    const { dataDir, skuId } = await aShop();
    await json(dataDir, "rotate-master-key");
    const sold = await shop(dataDir, "export-keys", "--sku", String(skuId), "--status", "sold");
    expect(sold.stdout).toBe(`${keyOf(skuId, 1)}\n`);
    const early = await shop(dataDir, "rotate-master-key", "--finish");
    expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/sealed with a master key/)]);
    expect((await shop(dataDir, "export-keys", "--sku", String(skuId), "--status", "sold")).code).toBe(0);
  }, 180_000);

  it("explains itself, and names what is wrong in one sentence", async () => {
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
