import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { db } from "@/lib/db/client";
import { seedSampleShop } from "@/prisma/seed";
import { startApiServer } from "../../support/harness/start-api-server";

const page = readFileSync(path.resolve("docs/api.md"), "utf8");
const script = /## Buying a key as a guest[\s\S]*?```sh\n([\s\S]*?)\n```/.exec(page)?.[1] ?? "";
const hasPrograms = spawnSync("sh", ["-c", "curl --version && jq --version"]).status === 0;

it.skipIf(!hasPrograms)(
  "the purchase of the guide stops before it orders at a shop that takes no payments, and says why",
  async () => {
    await seedSampleShop();
    await db().paymentChannel.updateMany({ data: { isActive: false } });
    const server = await startApiServer();
    const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-guide-"));
    onTestFinished(async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    });
    const commands = script.replace("http://localhost:8080", server.url);
    expect(commands).toContain(server.url);
    const { status, stdout } = spawnSync("sh", ["-c", commands], { cwd: folder, encoding: "utf8" });
    expect([status, stdout]).toEqual([1, "This shop has no payment channel open\n"]);
    expect(await db().order.count()).toBe(0);
  },
);
