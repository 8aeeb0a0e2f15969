import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { readBackupState } from "@/lib/operations/backup/backup-state";
import { backupStore } from "@/lib/operations/backup/backup-store";
import { allMasterKeys, makeBackup } from "@/lib/operations/backup/make-backup";
import { checkCopies, restoreSoldFiles } from "@/lib/operations/backup/sold-files";
import { filesFolder } from "@/lib/operations/backup/stored-backup";
import { checkSoldFiles, noteFolder } from "@/lib/operations/checks/check-sold-files";
import { diagnose } from "@/lib/operations/checks/diagnose";
import { aBackupStore } from "../../support/builders/backup-store";
import { aKeptFile } from "../../support/builders/kept-file";
import { overrideConfig } from "../../support/harness/test-config";

let box: string;
const data = () => path.join(box, "data");
const copies = () => path.join(box, "backups", filesFolder);
beforeEach(async () => {
  box = await mkdtemp(path.join(os.tmpdir(), "keyshelf-files-"));
  overrideConfig({ dataDir: data(), "backup.dir": path.join(box, "backups") });
});
afterEach(() => rm(box, { recursive: true, force: true }));

const aFile = (name: string, text: string) => aKeptFile(data(), name, text);

async function backup() {
  testClock.advance(1);
  return makeBackup();
}

const check = () => checkCopies(backupStore(), allMasterKeys());

describe("files for sale", () => {
  it("are copied beside the backups once, sealed, and come back with a restore [C76]", async () => {
    const book = await aFile("book.pdf", "the text of the book ".repeat(5000));
    expect(await backup()).toMatchObject({ files: 1, problems: [] });
    const [name = ""] = await readdir(copies());
    const copy = path.join(copies(), name);
    expect((await readFile(copy)).includes("the text of the book")).toBe(false);
    const { ino } = await stat(copy);
    await aFile("song.mp3", "la la la");
    expect(await backup()).toMatchObject({ files: 2, problems: [] });
    expect((await stat(copy)).ino).toBe(ino);
    expect(await check()).toEqual({ check: "files for sale", ok: true, detail: "2 there" });

    const before = await readFile(book.place);
    await rm(path.join(data(), "files"), { recursive: true });
    expect(await checkSoldFiles()).toMatchObject({
      ok: false,
      detail: expect.stringContaining("book.pdf, song.mp3"),
    });
    expect(await restoreSoldFiles(backupStore(), allMasterKeys())).toMatchObject({
      ok: true,
      detail: "2 there",
    });
    expect((await readFile(book.place)).equals(before)).toBe(true);
    expect(await checkSoldFiles()).toMatchObject({ ok: true, detail: "2 there" });
  }, 60_000);

  it("are named by backup, proof and doctor when they or their copies are damaged", async () => {
    const book = await aFile("book.pdf", "a book");
    await aFile("song.mp3", "la la la");
    const good = await backup();
    const [first = "", second = ""] = (await readdir(copies())).sort();
    for (const name of [first, second]) await truncate(path.join(copies(), name), 100);
    expect(await check()).toMatchObject({ ok: false, detail: expect.stringMatching(/book.pdf.*song.mp3/) });
    await rm(copies(), { recursive: true });
    await writeFile(book.place, "a bock");
    const { problems } = await backup();
    expect(problems).toEqual([expect.stringMatching(/book.pdf .*not those that were uploaded/)]);
    expect(await readBackupState()).toMatchObject({
      lastName: good.name,
      problem: {
        rule: "backup_files_not_copied",
        values: { files: expect.stringContaining("book.pdf") },
      },
    });
    await rm(book.place);
    expect((await diagnose()).filter(({ check: name }) => name === "files for sale")).toEqual([
      expect.objectContaining({ ok: false, detail: "missing or not whole: book.pdf" }),
    ]);
  }, 60_000);

  it("stay beside the backups, once they left the shop, as long as one of these has them", async () => {
    overrideConfig({ "backup.keep": "2" });
    const { id } = await aFile("book.pdf", "a book");
    await backup();
    await db().fileVersion.update({ where: { id }, data: { status: "refused", removedAt: new Date() } });
    await backup();
    expect(await readdir(copies())).toHaveLength(1);
    await backup();
    expect(await readdir(copies())).toEqual([]);
    expect((await readdir(path.join(box, "backups"))).filter((name) => name.endsWith(".files"))).toHaveLength(
      2,
    );
  }, 60_000);

  it("are copied again for a new master key, and opened with a former one until then", async () => {
    await aFile("book.pdf", "a book");
    await backup();
    const former = Buffer.from(allMasterKeys()[0] ?? []).toString("hex");
    overrideConfig({
      "security.masterKey": randomBytes(32).toString("hex"),
      "security.previousMasterKeys": former,
    });
    expect(await check()).toMatchObject({ ok: true });
    await backup();
    expect(await readdir(copies())).toHaveLength(2);
    overrideConfig({ "security.previousMasterKeys": "" });
    expect(await check()).toMatchObject({ ok: true });
  }, 60_000);

  it("are copied to the S3-compatible store of the backups", async () => {
    const s3 = await aBackupStore();
    await aFile("book.pdf", "a book");
    for (let n = 0; n < 2; n++) await backup();
    expect(s3.requests.filter((asked) => asked.startsWith("PUT keyshelf/files/"))).toHaveLength(1);
    expect(await check()).toMatchObject({ ok: true, detail: "1 there" });
  }, 60_000);

  it("are a finding of the doctor in two folders, and none in one that processes share", async () => {
    await aFile("book.pdf", "a book");
    const findings = async () =>
      (await diagnose()).filter(({ check: name }) => name === "folders of files").map(({ ok }) => ok);
    await noteFolder();
    await noteFolder();
    expect(await findings()).toEqual([]);
    overrideConfig({ dataDir: path.join(box, "another") });
    await noteFolder();
    expect(await findings()).toEqual([false]);
    testClock.advance(3 * 3600);
    await noteFolder();
    expect(await findings()).toEqual([]);
  }, 60_000);
});
