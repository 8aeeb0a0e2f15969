import { describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections/guarded-client";
import { workerLock } from "@/lib/db/worker-lock";
import { checkReadiness } from "@/lib/operations/check-readiness";
import { needKinds } from "@/lib/operations/morning/schema";
import { readNeeds } from "@/lib/operations/needs";
import { countLivingWorkers } from "@/lib/operations/sql/health";
import { watchForeignClocks } from "@/lib/operations/watch-clock";
import { queueWatch } from "@/lib/operations/watch-queue";
import { forgetForeignClocks, noteDate, readForeignSkew } from "@/lib/outgoing/foreign-clocks";
import { sayTold } from "@/messages/say";
import { channelJobs, channelsOfTest, sendAll } from "../../support/builders/operator-channels";
import { aChannel as aPaymentChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";

const { aChannel, service } = channelsOfTest();

const anEpayIn = (currency: string) => ({
  ...{
    gateway_url: "https://pay.example.com/",
    pid: "1000",
    key: "key-of-the-merchant",
    type: "",
    mode: "page",
  },
  ...{ currency, confirm_by_query: true },
});

const stateOf = async (kind: string) => (await readNeeds()).filter((need) => need.kind === kind);

describe("what a sale needs", () => {
  it("has a state for each kind, and nothing that was not tried is called good [C84]", async () => {
    await aProduct({ keys: 0 });
    const channelId = await aPaymentChannel({});
    await aChannel("telegram");
    const needs = await readNeeds();
    const states = Object.fromEntries(needs.map(({ kind, state }) => [kind, state]));
    expect(states).toMatchObject({
      database: "good",
      worker: "failing",
      clock: "good",
      channel: "untried",
      stock: "failing",
      mail: "missing",
      messenger: "untried",
    });
    for (const { kind } of needs) expect(needKinds).toContain(kind);
    const said = needs.flatMap(({ problem }) => (problem ? [sayTold(problem, "zh")] : []));
    expect(said).toEqual(expect.arrayContaining(["没有正在运行的后台进程", "1 个已售罄"]));
    for (const { kind, problem } of needs) expect(problem?.rule, kind).not.toBe("text");
    await db().paymentChannel.update({
      where: { id: channelId },
      data: { failures: 3, failingSince: now(), lastProblem: "The gateway could not be reached" },
    });
    expect(await stateOf("channel")).toMatchObject([
      { id: channelId, state: "failing", problem: { rule: "gateway_unreachable", values: {} } },
    ]);
  });

  it("is missing where there is no channel, and failing where nobody can pay for want of a rate [C84]", async () => {
    expect(await stateOf("channel")).toMatchObject([{ id: null, state: "missing" }]);
    const channelId = await aPaymentChannel(anEpayIn("CNY"));
    const problem = expect.objectContaining({ rule: "currency_without_rate" });
    expect(await stateOf("channel")).toMatchObject([{ id: channelId, state: "failing", problem }]);
    await db().paymentChannel.update({ where: { id: channelId }, data: { rate: 7.12 } });
    expect(await stateOf("channel")).toMatchObject([{ id: channelId, state: "untried" }]);
  });
});

describe("a missing worker", () => {
  it("is told by the process that misses it, once, and not again by the worker that comes back [C86]", async () => {
    const watchQueue = queueWatch();
    await aChannel("telegram", { events: { system: "on" } });
    await watchQueue();
    expect(service().sent).toEqual([]);
    await watchQueue();
    expect(JSON.stringify(service().sent)).toContain("No worker is running");
    expect(service().sent).toHaveLength(1);
    await watchQueue();
    expect(await channelJobs("operator.event")).toEqual([]);
    await sendAll();
    expect(service().sent).toHaveLength(1);
  });

  it("is told as soon as a service takes messages again", async () => {
    const watchQueue = queueWatch();
    await aChannel("telegram", { events: { system: "on" } });
    service().state.down = true;
    for (const _ of [1, 2]) await watchQueue();
    expect(await stateOf("messenger")).toMatchObject([{ state: "failing" }]);
    service().state.down = false;
    service().sent.length = 0;
    await watchQueue();
    expect(service().sent).toHaveLength(1);
  });

  it("is one that holds its lock and asks no more, too [C86]", async () => {
    const lease = await openClient(getConfig().database.url ?? "", "keyshelf-lease-of-the-test");
    await lease.query("SELECT pg_advisory_lock_shared($1, 7)", [workerLock]);
    expect(await countLivingWorkers(db(), workerLock)).toBe(1);
    // As if it had said nothing for longer than a worker may.
    expect(await countLivingWorkers(db(), workerLock, 0)).toBe(0);
    await lease.end();
    await expect.poll(() => countLivingWorkers(db(), workerLock)).toBe(0);
  });
});

describe("the clocks of others", () => {
  const at = Date.parse("2026-03-01T10:00:00Z");
  const note = (host: string, seconds: number) =>
    noteDate(`https://${host}/x`, new Date(at + seconds * 1000).toUTCString(), {
      sentMs: at,
      readMs: at + 200,
    });

  it("show how far ours is off: in the middle of them, and of two the one that agrees more", () => {
    forgetForeignClocks();
    expect(readForeignSkew(at)).toBeNull();
    note("main.example", -600);
    expect(readForeignSkew(at)).toMatchObject({ seconds: 600, hosts: ["main.example"] });
    note("pay.example", 0);
    expect(readForeignSkew(at)?.seconds).toBe(0);
    note("other.example", -602);
    expect(readForeignSkew(at)?.seconds).toBe(600);
    noteDate("https://slow.example/", "Sun, 01 Mar 2026 00:00:00 GMT", { sentMs: at, readMs: at + 9_000 });
    noteDate("https://none.example/", null, { sentMs: at, readMs: at });
    expect(readForeignSkew(at)?.hosts).toHaveLength(3);
    expect(readForeignSkew(at + 3_600_201)).toBeNull();
    forgetForeignClocks();
  });

  it("raise an alert where this machine's is wrong, and readiness names it [C86]", async () => {
    forgetForeignClocks();
    const sentMs = Date.now();
    const late = new Date(sentMs - 600_000).toUTCString();
    noteDate("https://main.example/", late, { sentMs, readMs: sentMs });
    await watchForeignClocks();
    expect(await db().alert.findFirst({ where: { resolvedAt: null } })).toMatchObject({
      kind: "clock.foreign",
      message: expect.stringMatching(/\d+ seconds ahead of those of main\.example/),
    });
    expect((await checkReadiness()).reasons.join()).toMatch(/the clock is \d+ s from those of main\.example/);
    forgetForeignClocks();
    await watchForeignClocks();
    expect(await db().alert.count({ where: { resolvedAt: null, kind: "clock.foreign" } })).toBe(0);
  });
});
