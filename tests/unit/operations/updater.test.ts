import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { publicKeyOf } from "@/lib/operations/updates/signed-sums";
import { changingSteps, updateSteps } from "@/lib/operations/updates/state";
import { askForUpdate, findRequest } from "@/lib/operations/updates/update-request";
import { newState, readUpdateState, type UpdateState } from "@/lib/operations/updates/update-state";
import { carryOut, serveRequests, type Updater } from "@/lib/operations/updates/updater";
import { findVersions } from "@/lib/operations/updates/versions";
import {
  commandsGiven,
  controlOf,
  installVersion,
  publish,
  type ScriptedVersion,
} from "../../support/builders/scripted-version";
import { isTurnOf } from "../../support/harness/seed";
import { freePort } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";

const newKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const key = newKey();
const from = "1.0.0";
const to = "1.1.0";
const next: ScriptedVersion = { version: to };

let place: string;
let updater: Updater;
let source: http.Server;
const asked: http.IncomingMessage[] = [];
/** Whether a page could still see the shop's request when the source was asked. */
const wasSeen: boolean[] = [];
const inPlace = (...parts: string[]) => path.join(place, ...parts);
const current = () => path.basename(readlinkSync(inPlace("root/current")));
const open = (): unknown => JSON.parse(readFileSync(inPlace("data/update/open.json"), "utf8"));
const unpacked = () => readdirSync(inPlace("root/versions")).sort();
const control = () => updater.service.control;

beforeEach(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), "keyshelf-updater-"));
  for (const name of ["data", "feed", "root", "config"]) mkdirSync(inPlace(name));
  installVersion(inPlace("root"), { version: from });
  asked.length = wasSeen.length = 0;
  source = http.createServer((request, response) => {
    asked.push(request);
    wasSeen.push(existsSync(inPlace("data/update/request.json")));
    const file = inPlace("feed", path.basename(request.url ?? ""));
    response.statusCode = existsSync(file) ? 200 : 404;
    response.end(existsSync(file) ? readFileSync(file) : "");
  });
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
  const port = await freePort();
  vi.stubEnv("SCRIPTED_DATA", inPlace("data"));
  const versions = findVersions(inPlace("root/versions", from, "app"));
  if (!versions) throw new Error("The versions were not found.");
  updater = {
    versions,
    service: {
      control: controlOf(inPlace("root"), inPlace("data"), port),
      host: "127.0.0.1",
      port,
      dataDir: inPlace("data"),
      owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    },
    config: {
      feed: `http://127.0.0.1:${(source.address() as AddressInfo).port}/feed.json`,
      publicKey: publicKeyOf(key),
    },
    configFile: inPlace("config/config.yaml"),
    patience: 20,
    say: () => undefined,
  };
  execFileSync("sh", ["-c", control().start]);
});

afterEach(async () => {
  execFileSync("sh", ["-c", control().stop]);
  await new Promise((resolve) => source.close(resolve));
  rmSync(place, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const publishNext = (facts: Partial<ScriptedVersion> = {}, signedWith = key) =>
  publish(inPlace("feed"), { ...next, ...facts }, signedWith, key);
const stepsOf = (state: UpdateState | null) => state?.steps.map(({ step }) => step);
const update = () => carryOut(updater, { act: "update", version: null });

describe("an update", () => {
  it("is fetched as the shop asked, proved, rehearsed and open, and a rollback brings the former version back [C111]", async () => {
    await publishNext();
    await askForUpdate(inPlace("data"), { act: "update", version: to });
    const state = await serveRequests(updater);
    expect(state).toMatchObject({
      outcome: "done",
      problem: null,
      from,
      to,
      backup: "a-backup",
      former: from,
    });
    expect(stepsOf(state)).toEqual(["fetch", "check", "backup", "rehearse", "switch", "wait"]);
    expect([current(), path.basename(readlinkSync(inPlace("root/updater")))]).toEqual([to, to]);
    expect(open()).toMatchObject({ version: to });
    expect([wasSeen[0], existsSync(inPlace("data/update/request.json"))]).toEqual([true, false]);
    expect(await readUpdateState(updater.versions)).toEqual(state);
    // Nothing of the shop is told.
    for (const { headers, url, method } of asked) {
      expect([method, url?.includes("?")]).toEqual(["GET", false]);
      expect(Object.keys(headers).filter((name) => /cookie|referer|origin|authorization/.test(name))).toEqual(
        [],
      );
    }

    const back = await carryOut(updater, { act: "rollback" });
    expect(back).toMatchObject({ outcome: "done", from: to, to: from, former: null });
    expect([current(), unpacked()]).toEqual([from, [from, to]]);
    expect(commandsGiven(inPlace("data")).slice(-3)).toEqual([
      `${from} check-schema`,
      `${to} backup`,
      `${from} start`,
    ]);
    await expect(carryOut(updater, { act: "rollback" })).rejects.toThrow(/no former version/);
  });

  it("comes from a file as well, and asks no source [C111]", async () => {
    const file = await publishNext();
    updater.config = { feed: null, publicKey: publicKeyOf(key) };
    expect(await carryOut(updater, { act: "update", file })).toMatchObject({ outcome: "done", to });
    expect(asked).toEqual([]);
  });

  it.for<[string, Partial<ScriptedVersion>, string, string[], string]>([
    ["is not signed by the key", {}, newKey(), ["fetch", "check"], "release_not_signed"],
    [
      "fails its rehearsal",
      { failsRehearsal: true },
      key,
      ["fetch", "check", "backup", "rehearse"],
      "update_rehearsal",
    ],
  ])("leaves the shop alone when it %s [C111]", async ([, facts, signer, steps, rule]) => {
    await publishNext(facts, signer);
    const state = await update();
    expect(state).toMatchObject({ outcome: "failed", problem: { rule } });
    expect(stepsOf(state)).toEqual(steps);
    expect([current(), unpacked()]).toEqual([from, [from]]);
    // The shop that serves may still be about to write that it was started.
    await expect
      .poll(() => commandsGiven(inPlace("data")).filter((line) => line.endsWith("start")))
      .toEqual([`${from} start`]);
  });

  it("is refused to an older version or the same, from a file and on request [C111]", async () => {
    const file = await publish(inPlace("feed"), { version: "0.9.0" }, key);
    await expect(carryOut(updater, { act: "update", file })).rejects.toThrow(
      /0\.9\.0 is not newer than 1\.0\.0/,
    );
    await expect(update()).rejects.toThrow(/nothing newer than 1\.0\.0/);
    await askForUpdate(inPlace("data"), { act: "update", version: from });
    expect(await serveRequests(updater)).toMatchObject({
      outcome: "failed",
      problem: { rule: "update_not_newer" },
    });
    expect(current()).toBe(from);
  });

  it("gives way to the former version when it does not get ready [C112]", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    updater.patience = 1;
    await publishNext({ crashes: true });
    const state = await update();
    expect(state).toMatchObject({ outcome: "returned", problem: { rule: "update_not_ready" } });
    expect(stepsOf(state)?.slice(-3)).toEqual(["switch", "wait", "return"]);
    expect([current(), path.basename(readlinkSync(inPlace("root/updater")))]).toEqual([from, from]);
    expect(open()).toMatchObject({ version: from });
  });

  it("stays where it changed the database, and names the backup as the way back [C112]", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    updater.patience = 1;
    const facts = path.join(updater.versions.folderOf(from), "facts.json");
    writeFileSync(facts, JSON.stringify({ version: from, isBarred: true }));
    await publishNext({
      crashes: true,
      migrations: { "0001_init": "", "0002_wide": "-- compatible-from: 0002\n" },
    });
    expect(await update()).toMatchObject({
      outcome: "stuck",
      bars_return: "0002_wide",
      backup: "a-backup",
      problem: { rule: "update_way_back_backup", values: { version: from, migration: "0002_wide" } },
    });
    expect(current()).toBe(to);
  });

  it("is begun by one updater at a time [C112]", async () => {
    await publishNext();
    const both = await Promise.allSettled([update(), update()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { problem: { rule: "update_running" } },
    });
  });
});

describe("an update whose updater was killed", () => {
  const isChanging = (step: UpdateState["steps"][number]["step"]) =>
    (changingSteps as readonly string[]).includes(step);

  // That the former version comes back, the case below shows as well.
  const steps = isLong ? updateSteps : (["fetch", "wait"] as const);

  it.each(steps)("ends with one whole version open, killed at the step %s [C112]", async (killedAt) => {
    installVersion(inPlace("root"), next);
    const at = new Date().toISOString();
    const order = updateSteps.slice(0, updateSteps.indexOf(killedAt) + 1);
    mkdirSync(updater.versions.work);
    writeFileSync(
      path.join(updater.versions.work, "state.json"),
      JSON.stringify({
        ...newState("update", { from, to, former: null }, 20),
        steps: order.map((step) => ({ step, at })),
      }),
    );
    const state = await serveRequests(updater);
    const ends = killedAt === "return" ? from : isChanging(killedAt) ? to : from;
    expect(state?.outcome).toBe(
      killedAt === "return" ? "returned" : isChanging(killedAt) ? "done" : "failed",
    );
    await expect.poll(() => open()).toMatchObject({ version: ends });
    expect(current()).toBe(ends);
  });

  it("gives the new version up, killed again while it waits [C112]", async () => {
    installVersion(inPlace("root"), next);
    const at = new Date().toISOString();
    mkdirSync(updater.versions.work);
    writeFileSync(
      path.join(updater.versions.work, "state.json"),
      JSON.stringify({
        ...newState("update", { from, to, former: null }, 20),
        steps: ["switch", "wait", "switch", "wait"].map((step) => ({ step, at })),
      }),
    );
    expect(await serveRequests(updater)).toMatchObject({ outcome: "returned" });
    expect(open()).toMatchObject({ version: from });
  });
});

describe.runIf(process.getuid?.() === 0)("an updater of root", () => {
  const shop = { uid: 65_534, gid: 65_534 };

  it("follows no link that the shop laid, and reads nothing by root's rights for it [C113]", async () => {
    writeFileSync(
      inPlace("secret.json"),
      JSON.stringify({ act: "rollback", version: null, at: new Date().toISOString() }),
      {
        mode: 0o600,
      },
    );
    for (const name of [".", "data"]) chmodSync(inPlace(name), 0o755);
    mkdirSync(inPlace("data/update"), { recursive: true });
    for (const name of ["data", "data/update"]) chownSync(inPlace(name), shop.uid, shop.gid);
    const request = inPlace("data/update/request.json");
    symlinkSync(inPlace("secret.json"), request);
    expect(findRequest(inPlace("data"), shop)).toBeNull();
    expect(existsSync(inPlace("secret.json"))).toBe(true);
    // A pipe would hold up who opens it.
    execFileSync("mkfifo", [request]);
    expect(findRequest(inPlace("data"), shop)).toBeNull();
    expect(existsSync(request)).toBe(false);
  });

  it("takes neither key nor source from a file of the shop [C113]", async () => {
    await publishNext();
    writeFileSync(updater.configFile, "");
    chownSync(updater.configFile, shop.uid, shop.gid);
    updater.service.owner = shop;
    await expect(update()).rejects.toThrow(/belongs to the shop itself/);
    expect(asked).toEqual([]);
  });
});
