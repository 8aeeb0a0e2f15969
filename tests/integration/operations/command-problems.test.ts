import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "@/lib/db/migrations/migrate";
import { readMigrations } from "@/lib/db/migrations/migration-files";
import { dropDatabase, emptyDatabase } from "../../support/harness/empty-database";
import { isTurnOf } from "../../support/harness/seed";
import { beginCommand } from "../../support/harness/shop-command";

let box: string;
beforeEach(async () => {
  box = await mkdtemp(path.join(os.tmpdir(), "keyshelf-commands-"));
});
afterEach(() => rm(box, { recursive: true, force: true }));

const shop = (settings: Record<string, string>, args: string[]) => beginCommand(box, settings, args).ended;

/** Arguments of each command beside its name. */
const given: Record<string, string[]> = {
  "list-staff": [],
  "reset-password": ["boss@example.com"],
  "reset-totp": ["boss@example.com"],
  "create-owner": ["boss@example.com"],
  "import-keys": ["keys.txt", "--sku", "1"],
  "export-keys": ["--sku", "1"],
  "rotate-master-key": [],
  backup: [],
  "list-backups": [],
  "prove-backup": [],
  "after-restore": ["--since", "2026-05-01T03:00:00Z"],
  restore: ["kept", "--secrets", "secrets.yaml"],
  "verify-audit": [],
  "check-ledger": [],
  "check-shop": [],
  "check-schema": [],
  doctor: [],
  "grant-role": ["keyshelf_shop"],
};
/** They read neither the database nor the secrets of a shop; an update asks the commands of its versions. */
const besideTheShop = ["stop", "verify-release", "update", "rollback", "updater"];
const commands = Object.entries(given).map(([name, args]) => [name, ...args]);

/** Takes two or three of the commands for each problem in the short run, by the seed, and all in the long one. */
const askedAbout = (problem: number, names: readonly string[][]) =>
  names.filter((_, at) => isTurnOf(at + problem, 7));

const hex = () => randomBytes(32).toString("hex");
const secrets = `master_key: "${hex()}"\njwt_secret: "${hex()}"\n`;
/** Nothing listens there. */
const noDatabase = { DATABASE_URL: "postgres://keyshelf:a-password@127.0.0.1:1/keyshelf" };

/** Each of them, a few at a time. */
async function ofEach<T>(list: string[][], ask: (args: string[]) => Promise<T>): Promise<Record<string, T>> {
  const answers: Record<string, T> = {};
  const left = [...list];
  const work = async () => {
    for (let args = left.shift(); args; args = left.shift()) answers[args[0] ?? ""] = await ask(args);
  };
  await Promise.all([work(), work()]);
  return answers;
}

const every = <T>(list: string[][], value: T) =>
  Object.fromEntries(list.map(([name = ""]) => [name, value])) as Record<string, T>;

const mistakes: [string, string[], RegExp][] = [
  [
    "a restore of a missing file",
    ["restore", "gone", "--into", "new", "--secrets", "secrets.yaml"],
    /There is no file .*gone, and no backup of that name/,
  ],
  [
    "a restore of a folder",
    ["restore", ".", "--into", "new", "--secrets", "secrets.yaml"],
    /is a folder: name a backup/,
  ],
  [
    "a restore without its secrets",
    ["restore", "kept", "--into", "new", "--secrets", "gone"],
    /gone does not exist\.\n$/,
  ],
  [
    "a restore of something else",
    ["restore", "kept", "--into", "new", "--secrets", "secrets.yaml"],
    /backup/i,
  ],
  [
    "an owner without an address",
    ["create-owner", "boss"],
    /'boss' is invalid for argument 'email'\. It must be an e-mail address/,
  ],
];

describe("a command of the shell", { timeout: 240_000 }, () => {
  it("is in the table of these tests", async () => {
    const { stdout } = await shop({}, ["--help"]);
    const listed = [...stdout.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*)\b.*$/gm)].map(([, name]) => name);
    expect(listed.filter((name) => name !== "help").sort()).toEqual(
      [...Object.keys(given), ...besideTheShop].sort(),
    );
  });

  it("says in one sentence that there is no shop, and leaves nothing behind", async () => {
    await writeFile(path.join(box, "keys.txt"), "KEY\n");
    const folder = path.join(box, "nowhere");
    const others = askedAbout(
      0,
      commands.filter(([name]) => name !== "restore"),
    );
    const answers = await ofEach(others, async (args) => {
      const { code, stderr, stdout } = await shop({ KEYSHELF_DATA_DIR: folder }, args);
      return [code, stdout, stderr.replace(/Name its.*\n/, "")];
    });
    expect(answers).toEqual(every(others, [1, "", `\nThere is no shop in ${folder}. `]));
    expect(await readdir(box)).toEqual(["keys.txt"]);
  });

  it("says in one sentence that the schema is that of a former version", async () => {
    await writeFile(path.join(box, "keys.txt"), "KEY\n");
    const url = await emptyDatabase();
    const folder = path.resolve("prisma/migrations");
    const names = (await readMigrations(folder)).map(({ name }) => name);
    await migrate(url, folder, new Set(names.filter((name) => name < "0070")));
    const settings = {
      DATABASE_URL: url,
      KEYSHELF_SECURITY__MASTER_KEY: hex(),
      KEYSHELF_SECURITY__JWT_SECRET: hex(),
      KEYSHELF_DATA_DIR: path.join(box, "data"),
    };
    await mkdir(settings.KEYSHELF_DATA_DIR);
    const some = commands.filter(([name = ""]) => ["import-keys", "doctor"].includes(name));
    const answers = await ofEach(some, async (args) => {
      const { stderr, stdout } = await shop(settings, args);
      return `${stdout}${stderr}`;
    });
    for (const said of Object.values(answers)) {
      expect(said).toMatch(/The database has the schema of a former version \(\d+ m|^WRONG {2}schema: \d+ m/);
      expect(said).not.toMatch(/invocation|\n {4}at /);
    }
    await dropDatabase(url);
  });

  it("says that the secrets of the shop are missing, and makes no new ones", async () => {
    await writeFile(path.join(box, "keys.txt"), "KEY\n");
    const dataDir = path.join(box, "data");
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, "database.json"), '{"password":"a","directory":null}');
    const others = askedAbout(
      1,
      commands.filter(([name]) => name !== "restore" && name !== "grant-role"),
    );
    const answers = await ofEach(others, async (args) => {
      const { code, stderr } = await shop({ KEYSHELF_DATA_DIR: dataDir }, args);
      return [code, stderr.slice(0, stderr.indexOf(", and"))];
    });
    expect(answers).toEqual(every(others, [1, `\nThere is no ${path.join(dataDir, "secrets.yaml")}`]));
    expect(await readdir(dataDir)).toEqual(["database.json"]);
  });

  it("says in one sentence that the database does not answer", async () => {
    await writeFile(path.join(box, "keys.txt"), "KEY\n");
    await writeFile(path.join(box, "kept"), "a backup");
    const dataDir = path.join(box, "data");
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, "secrets.yaml"), secrets);
    const others = askedAbout(
      2,
      commands.filter(([name]) => name !== "restore" && name !== "rotate-master-key"),
    );
    const answers = await ofEach(others, async (args) => {
      const { code, stderr } = await shop({ ...noDatabase, KEYSHELF_DATA_DIR: dataDir }, args);
      return [code, stderr];
    });
    const sentence =
      /^\nThe database (at database\.url \(DATABASE_URL\) )?cannot be used: nothing answers at that address\.\n$/;
    expect(answers).toEqual(every(others, [1, expect.stringMatching(sentence)]));
  });

  it.each(mistakes.filter((_, at) => isTurnOf(at, 2)))(
    "says what is wrong with %s, and leaves the folder as it was",
    async (_, args, sentence) => {
      await writeFile(path.join(box, "secrets.yaml"), secrets);
      await writeFile(path.join(box, "kept"), "this is no backup");
      const { code, stderr } = await shop({ KEYSHELF_DATA_DIR: path.join(box, "data") }, args);
      expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
      expect(stderr).not.toMatch(/^ +at /m);
      expect((await readdir(box)).sort()).toEqual(["kept", "secrets.yaml"]);
    },
  );

  it("restores into no folder that holds a database, also without its description", async () => {
    await writeFile(path.join(box, "kept"), "this is no backup");
    await mkdir(path.join(box, "data/postgres"), { recursive: true });
    const { code, stderr } = await shop({ KEYSHELF_DATA_DIR: path.join(box, "data") }, ["restore", "kept"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^\nThere is a shop in .*data already/)]);
    expect(await readdir(path.join(box, "data"))).toEqual(["postgres"]);
  });
});
