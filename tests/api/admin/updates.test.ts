import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { operations as adminUpdates } from "@/app/api/v1/admin/updates/[[...path]]/route";
import { newTotpSecret, sealTotpSecret } from "@/lib/accounts/totp/totp";
import { version } from "@/lib/config/version";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { askFeedDaily } from "@/lib/operations/updates/ask-feed";
import type { Updates } from "@/lib/operations/updates/schema";
import { publicKeyOf, signSums } from "@/lib/operations/updates/signed-sums";
import { readRequest } from "@/lib/operations/updates/update-request";
import { newState } from "@/lib/operations/updates/update-state";
import { goodPassword } from "../../support/builders/accounts";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const key = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const newer = "99.1.0";
const staff = staffOfTest("owner");
const proof = { password: goodPassword };

let folder: string;
let source: http.Server;
let asked: string[];
let list: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-about-"));
  asked = [];
  list = JSON.stringify({
    releases: ["98.0.0", newer, "0.0.1"].map((each) => ({
      version: each,
      date: "2030-01-01",
      notes: `- ${each}`,
    })),
  });
  source = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(request.url?.endsWith(".sig") ? signSums(list, key) : list);
  });
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
  const { port } = source.address() as AddressInfo;
  overrideConfig({
    dataDir: folder,
    "update.feed": `http://127.0.0.1:${port}/feed.json`,
    "update.publicKey": publicKeyOf(key),
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await new Promise((resolve) => source.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const read = async () => (await staff.call<Updates>(adminUpdates.getUpdates, "GET")).data;
const look = async () => (await staff.call<Updates>(adminUpdates.lookForUpdates, "POST")).data;
const ruleOf = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get("x-error-rule"),
];
const start = (body: Record<string, unknown>) =>
  staff.call<Updates>(adminUpdates.startUpdate, "POST", { body });

/** The program lies in a folder of versions whose updater has run. */
function amongVersions({ former }: { former?: string } = {}): void {
  for (const each of [version, former ?? version])
    mkdirSync(path.join(folder, "versions", each, "app"), { recursive: true });
  symlinkSync(`versions/${version}`, path.join(folder, "current"));
  mkdirSync(path.join(folder, "update"));
  writeFileSync(path.join(folder, "update/updater.json"), "{}");
  vi.spyOn(process, "cwd").mockReturnValue(path.join(folder, "versions", version, "app"));
}

const noteRun = (change: object) =>
  writeFileSync(
    path.join(folder, "update/state.json"),
    JSON.stringify({ ...newState("update", { from: "0.0.1", to: version, former: "0.0.1" }), ...change }),
  );

describe("/api/v1/admin/updates", () => {
  it("is for staff who may see or change settings", async () => {
    await expectStaffOnly(adminUpdates.getUpdates, "GET", {}, "support");
    await expectStaffOnly(adminUpdates.lookForUpdates, "POST", {}, "viewer");
    await expectStaffOnly(adminUpdates.startUpdate, "POST", { body: { version: newer, ...proof } }, "viewer");
    await expectStaffOnly(adminUpdates.startRollback, "POST", { body: proof }, "viewer");
  });

  it("says that no source is set, and asks nobody", async () => {
    overrideConfig({ "update.feed": "null" });
    expect(await look()).toMatchObject({ version, source: null, newer: [], asked_at: null });
    expect(asked).toEqual([]);
  });

  it("tells what is newer by a signed list, which the worker asks for once a day unless it is told not to", async () => {
    overrideConfig({ "update.askDaily": "false" });
    await askFeedDaily();
    expect([asked, (await read()).newer]).toEqual([[], []]);
    overrideConfig({ "update.askDaily": "true" });
    await askFeedDaily();
    expect(asked).toEqual(["GET /feed.json", "GET /feed.json.sig"]);
    expect((await read()).newer).toEqual(
      [newer, "98.0.0"].map((each) => ({ version: each, date: "2030-01-01", notes: `- ${each}` })),
    );
    expect(await read()).toMatchObject({ asked_at: expect.any(String), source_problem: null });
  });

  it("says of a list that was changed that it is not signed, and goes on knowing what was", async () => {
    await look();
    overrideConfig({
      "update.publicKey": publicKeyOf(
        generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
      ),
    });
    const { source_problem_rule, newer: known } = await look();
    expect(source_problem_rule).toMatchObject({ rule: "release_not_signed" });
    expect(known).toHaveLength(2);
  });

  it("asks the updater for a version that the source offers, with the password and the second factor of just now [C144]", async () => {
    await look();
    expect(ruleOf(await start({ version: newer, ...proof }))).toEqual([409, "no_updater"]);
    amongVersions();
    expect(ruleOf(await start({ version: newer }))).toEqual([400, "required"]);
    expect(ruleOf(await start({ version: newer, password: "not this one" }))).toEqual([
      400,
      "wrong_password",
    ]);
    const secret = newTotpSecret();
    const { id } = await db().staff.findFirstOrThrow({ where: { email: staff.email() } });
    const totpSecretSealed = sealTotpSecret({ table: "staff", id }, secret);
    await db().staff.update({ where: { id }, data: { totpSecretSealed, totpEnabledAt: now() } });
    expect((await start({ version: newer, ...proof })).headers.get("x-error-field")).toBe("code");
    const whole = () => ({
      ...proof,
      code: generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) }),
    });
    expect(ruleOf(await start({ version: "97.0.0", ...whole() }))).toEqual([409, "release_not_offered"]);
    testClock.advance(60);
    const answer = await start({ version: newer, ...whole() });
    expect(answer.data.request).toMatchObject({ act: "update", version: newer, problem_rule: null });
    expect(await readRequest(folder)).toMatchObject({ act: "update", version: newer });
    expect(await lastAudit()).toMatchObject({ action: "program.update", target: `program:${newer}` });
    testClock.advance(61);
    expect(ruleOf(await start({ version: newer, ...whole() }))).toEqual([409, "update_runs"]);
    expect((await read()).request?.problem_rule).toMatchObject({ rule: "update_not_taken" });
  });

  it("shows the steps of an update and how it ended, and goes back where there is a former version [C145]", async () => {
    amongVersions({ former: "0.0.1" });
    const steps = [{ step: "fetch", at: now().toISOString() }];
    noteRun({ steps, bars_return: "0002_wide" });
    expect((await read()).run).toMatchObject({ outcome: "running", steps, returns_by_itself: false });
    expect(ruleOf(await staff.call(adminUpdates.startRollback, "POST", { body: proof }))).toEqual([
      409,
      "update_runs",
    ]);
    noteRun({ outcome: "done", ended_at: now().toISOString() });
    expect(await read()).toMatchObject({ former: "0.0.1", run: { outcome: "done" } });
    const back = await staff.call<Updates>(adminUpdates.startRollback, "POST", { body: proof });
    expect(back.data.request).toMatchObject({ act: "rollback" });
    expect(await lastAudit()).toMatchObject({ action: "program.rollback", target: "program:0.0.1" });
  });
});
