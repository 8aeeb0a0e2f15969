import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stopHolder } from "@/lib/db/embedded/stop-holder";
import { programOf } from "../../support/harness/programs";
import { aStartedFolder, removeFolder } from "../../support/harness/test-server";

let box: string;
let dataDir: string;

beforeEach(async () => {
  box = await mkdtemp(path.join(os.tmpdir(), "keyshelf-stop-"));
  dataDir = path.join(box, "data");
  await aStartedFolder(dataDir);
});

afterEach(() => removeFolder(box));

/** A Keyshelf that holds the folder, in a process of its own. */
async function hold() {
  const child = spawn(process.execPath, [programOf("embedded-owner"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: path.resolve(import.meta.dirname, "../../.."),
  });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  return { child, ended };
}

it("ends the shop of a folder and waits until the folder is free [C127]", async () => {
  const { child, ended } = await hold();
  expect(await stopHolder(dataDir)).toBe(child.pid);
  expect(await ended).toEqual([0, null]);
  expect(await stopHolder(dataDir)).toBeNull();
});

it("makes nothing where no shop is [C127]", async () => {
  const nothing = path.join(box, "nothing");
  expect(await stopHolder(nothing)).toBeNull();
  expect(existsSync(nothing)).toBe(false);
});

it("sends no signal to the number of a process in another container [C127]", async () => {
  const { child, ended } = await hold();
  const file = path.join(dataDir, "keyshelf.lock");
  const own = await readFile(file, "utf8");
  const note = JSON.parse(own) as object;
  await writeFile(file, JSON.stringify({ ...note, host: "other" }).padEnd(own.length));
  await expect(stopHolder(dataDir)).rejects.toThrow(
    /on other\) already runs on the data folder .* Stop it there first/,
  );
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  await ended;
});
