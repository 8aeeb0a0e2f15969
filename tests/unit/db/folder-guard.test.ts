import { constants } from "node:fs";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmbeddedError } from "@/lib/db/embedded/embedded-error";
import { guardOf, holdFolder } from "@/lib/db/embedded/folder-guard";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "keyshelf-guard-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/**
 * Writes as a Keyshelf on another machine does into the same volume, where no lock of ours reaches it: each record over the one
 * before, so that nobody finds an empty file between the two.
 */
async function writeElsewhere(beat: number): Promise<void> {
  const file = await open(guardOf(dataDir), constants.O_RDWR | constants.O_CREAT);
  try {
    const record = JSON.stringify({ machine: "b", host: "second", pid: 7, beat });
    await file.write(record.padEnd(512), 0);
  } finally {
    await file.close();
  }
}

const longEnough = 600_000;

describe("the guard of a data folder", () => {
  it("refuses while another machine goes on writing, and says which [C73]", async () => {
    let beat = 0;
    await writeElsewhere(beat);
    let written = Promise.resolve();
    const writing = setInterval(() => {
      written = written.then(() => writeElsewhere(++beat));
    }, 5);
    try {
      await expect(holdFolder(dataDir, { machine: "a", watch: longEnough })).rejects.toMatchObject({
        isOnOtherMachine: true,
        message: expect.stringMatching(/^Another Keyshelf \(process 7 on second\) .* Stop it there first/),
      });
    } finally {
      clearInterval(writing);
      await written;
    }
  });

  it("takes the folder of a machine that is gone", async () => {
    await writeElsewhere(1);
    const release = await holdFolder(dataDir, { machine: "a", watch: 20 });
    expect(JSON.parse(await readFile(guardOf(dataDir), "utf8"))).toMatchObject({
      machine: "a",
      pid: process.pid,
    });
    await release();
    expect(await readFile(guardOf(dataDir), "utf8")).toBe("");
  });

  it("watches nothing after a killed process of its own machine", async () => {
    await writeFile(guardOf(dataDir), JSON.stringify({ machine: "a", host: "first", pid: 7 }));
    await (await holdFolder(dataDir, { machine: "a", watch: longEnough }))();
  });

  it.runIf(process.platform === "linux")(
    "does not take the folder of a former version that still runs and only wrote down its number",
    async () => {
      const fields = (await readFile("/proc/self/stat", "utf8")).replace(/^.*\) /s, "").split(" ");
      const file = path.join(dataDir, "keyshelf.pid");
      await writeFile(file, JSON.stringify({ pid: process.pid, started: fields[19] }));
      await expect(holdFolder(dataDir)).rejects.toThrow(`Another Keyshelf (process ${process.pid} on `);
      await writeFile(file, JSON.stringify({ pid: process.pid, started: "1" }));
      await (await holdFolder(dataDir))();
    },
  );

  it("gives up when another machine took the folder while this one stood still", async () => {
    let writing: NodeJS.Timeout | undefined;
    const lost = await new Promise<EmbeddedError>((resolve) => {
      void holdFolder(dataDir, { machine: "a", beat: 5, onLost: resolve }).then(() => {
        writing = setInterval(() => void writeElsewhere(1), 5);
      });
    });
    clearInterval(writing);
    expect(lost.message).toContain("(process 7 on second)");
  });
});
