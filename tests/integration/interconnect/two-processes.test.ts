import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { queueCallbacks } from "@/lib/interconnect/main/queue-callbacks";
import { aDeliveredOrder } from "../../support/builders/callbacks";
import { stockOf } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { aSite, type SignOptions, signedFor } from "../../support/builders/sites";
import { startFakeReceiver } from "../../support/fakes/fake-receiver";
import { anOrderBody, aPaidBody, mainSite } from "../../support/fakes/main-site";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";

const repeats = isLong ? 100 : 20;
/** Several servers share one PostgreSQL with the other test files. */
const small = { settings: { "database.poolSize": "6" } };
const allowing = {
  settings: { ...small.settings, "interconnect.allowPrivateNetworks": "true" },
};
let servers: [ApiServer, ApiServer];
let agent: Awaited<ReturnType<typeof aSite>>;

beforeAll(async () => {
  servers = await Promise.all([startApiServer(small), startApiServer(small)]);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));
beforeEach(async () => {
  agent = await aSite();
});

interface Answer {
  status: number;
  code: number;
  data: {
    upstream_order_no: string;
    amount: string;
    fulfillment?: { status: string; payload?: string };
  } | null;
}

/** To one process and the other in turn. */
async function send(
  turn: number,
  method: string,
  path: string,
  body?: unknown,
  options: SignOptions = {},
): Promise<Answer> {
  const raw = body === undefined ? "" : JSON.stringify(body);
  const server = servers[turn % 2] ?? servers[0];
  const response = await fetch(`${server.url}/api/v1/upstream${path}`, {
    method,
    headers: { ...signedFor(agent, raw, options), "content-type": "application/json" },
    ...(raw ? { body: raw } : {}),
  });
  const json = (await response.json()) as { status_code: number; data: Answer["data"] };
  return { status: response.status, code: json.status_code, data: json.data };
}

const times = <T>(count: number, make: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => make(turn)));

describe("two processes on one database", () => {
  it(`a request that is sent twenty times at once is accepted once, ${repeats} rounds long [N1]`, async () => {
    for (let round = 0; round < repeats; round++) {
      const nonce = randomUUID();
      const timestamp = String(Math.floor(Date.now() / 1000));
      const answers = await times(20, (turn) =>
        send(turn, "GET", "/products?per_page=1", undefined, { nonce, timestamp }),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 4003)).toHaveLength(19);
    }
  }, 240_000);

  it("one number is one order, and the stock is reserved once [N14]", async () => {
    const { sku } = await aProduct({ keys: 10 });
    for (let round = 0; round < 5; round++) {
      const body = anOrderBody(sku);
      const answers = await times(10, (turn) => send(turn, "POST", "/orders", body));
      expect(new Set(answers.map(({ data }) => data?.upstream_order_no)).size).toBe(1);
    }
    expect((await stockOf(sku.id)).rows).toEqual({ available: 5, reserved: 5, sold: 0 });
  });

  it("one payment is one delivery [N15]", async () => {
    const { sku } = await aProduct({ keys: 10 });
    for (let round = 0; round < 5; round++) {
      const { data } = await send(0, "POST", "/orders", anOrderBody(sku));
      const body = aPaidBody(data?.amount ?? "");
      const answers = await times(10, (turn) =>
        send(turn, "POST", `/orders/${data?.upstream_order_no}/paid`, body),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 4090)).toHaveLength(9);
    }
    expect((await stockOf(sku.id)).rows).toEqual({ available: 5, reserved: 0, sold: 5 });
  });

  it("make exactly 40 of 60 orders for 40 keys [O1]", async () => {
    const { sku } = await aProduct({ keys: 40 });
    const answers = await times(60, (turn) => send(turn, "POST", "/orders", anOrderBody(sku)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.filter(({ code }) => code === 4099)).toHaveLength(20);
    const owned = await db().secret.groupBy({
      by: ["orderItemId"],
      where: { status: "reserved" },
      _count: true,
    });
    expect(owned).toHaveLength(40);
  });

  it("a worker that is killed after sending sends again when its lease is over, and the receiver can tell [W7]", async () => {
    const receiver = await startFakeReceiver(agent.secret);
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: receiver.callbackUrl } });
    const { sku } = await aProduct({ keys: 1 });
    const created = (await mainSite(agent).create(anOrderBody(sku))).data;
    await mainSite(agent).pay(created.upstream_order_no, aPaidBody(created.amount));
    const order = await db().order.findUniqueOrThrow({ where: { orderNo: created.upstream_order_no } });
    await queueCallbacks(order.id);
    const dying = await startApiServer({ ...small, worker: true, failpoint: "mid-callback" });
    expect(await dying.exited).toBe("SIGKILL");
    expect(receiver.calls).toHaveLength(1);
    expect(await db().callback.findFirst()).toMatchObject({ status: "pending", attemptCount: 1 });
    // The lease and the dead worker's job are a matter of a minute; the test does not wait for them.
    await db().callback.updateMany({ data: { nextAttemptAt: new Date() } });
    await db()
      .$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_at IS NOT NULL`;
    const heir = await startApiServer({ ...small, worker: true });
    await expect
      .poll(() => db().callback.findFirst({ select: { status: true } }), { timeout: 20_000 })
      .toEqual({ status: "delivered" });
    await heir.stop();
    expect(receiver.calls).toHaveLength(2);
    expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body);
    expect(receiver.calls[0]?.nonce).not.toBe(receiver.calls[1]?.nonce);
    await receiver.stop();
  }, 240_000);

  it("have two callbacks under way to a receiver, and not two each [C51]", async () => {
    const { sku } = await aProduct({ keys: 10 });
    const receiver = await startFakeReceiver(agent.secret);
    receiver.state.mode = "silent";
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: receiver.callbackUrl } });
    for (let n = 0; n < 8; n++) await aDeliveredOrder(agent, sku);
    const workers = await Promise.all([
      startApiServer({ ...allowing, worker: true }),
      startApiServer({ ...allowing, worker: true }),
    ]);
    try {
      const waiting = async () =>
        (
          await db().$queryRaw<unknown[]>`
            SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'callback.send' AND queue_name IS NOT NULL`
        ).length;
      await expect.poll(waiting, { timeout: 12_000 }).toBe(6);
      expect(receiver.calls).toHaveLength(2);
      expect(await db().callbackAttempt.count()).toBe(2);
    } finally {
      await Promise.all(workers.map((worker) => worker.kill()));
      await receiver.stop();
    }
  }, 240_000);
});
