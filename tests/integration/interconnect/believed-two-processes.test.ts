import { afterAll, beforeAll, describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import {
  advance,
  anUpstreamProduct,
  buy,
  credentials,
  only,
  payFor,
  read,
} from "../../support/builders/agent-shop";
import { type Credentials, signedFor } from "../../support/builders/sites";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { it } from "../../support/harness/agent-shop-test";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { rounds } from "../../support/harness/tier";

const small = {
  settings: { "database.poolSize": "6", "interconnect.allowPrivateNetworks": "true" },
};
let servers: [ApiServer, ApiServer];

beforeAll(async () => {
  servers = await Promise.all([startApiServer(small), startApiServer(small)]);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** Paid there and still without goods, with its number there. */
async function held(main: FakeMain, sku: { id: number; productId: number }) {
  main.state.fulfillment = "processing";
  const { data } = await buy(sku);
  await payFor(data.order_no);
  await advance();
  return { ...data, theirs: (await only(data.order_no)).upstreamOrderNo };
}

type Held = Awaited<ReturnType<typeof held>>;

/** A callback to one process or the other. */
async function tell(site: Credentials, turn: number, order: Held, payload: string, at = new Date()) {
  const raw = JSON.stringify({
    event: "order.fulfilled",
    upstream_order_no: order.theirs,
    downstream_order_no: order.order_no,
    fulfillment: { status: "ready", payload },
    timestamp: at.toISOString(),
  });
  const server = servers[turn % 2] ?? servers[0];
  const answer = await fetch(`${server.url}/api/v1/interconnect/callback`, {
    method: "POST",
    headers: { ...signedFor(site, raw), "content-type": "application/json" },
    body: raw,
  });
  return answer.status;
}

describe("two processes that hear of goods at the same moment", () => {
  it("hand a key of two main sites to one buyer [C164]", async ({ main, sku }) => {
    const second = { key: "agent_key_0002", secret: "another-shared-secret" };
    const other = await startFakeMain(second);
    const { sku: copy } = await anUpstreamProduct({ ...second, baseUrl: other.url });
    for (let round = 0; round < rounds; round++) {
      const orders = [await held(main, sku), await held(other, copy)] as const;
      const key = `SAME-${round}`;
      const answers = await Promise.all([
        tell(credentials, round, orders[0], key),
        tell(second, round + 1, orders[1], key),
        tell(credentials, round + 1, orders[0], key),
        tell(second, round, orders[1], key),
      ]);
      expect(answers).toEqual([200, 200, 200, 200]);
      const states = await Promise.all(orders.map(async (order) => (await read(order)).fulfillment.status));
      expect(states.sort()).toEqual(["processing", "ready"]);
    }
    await other.stop();
  }, 120_000);

  it("keep the first of two goods for one order, with repeated and late callbacks [C166]", async ({
    main,
    sku,
  }) => {
    for (let round = 0; round < rounds; round++) {
      const order = await held(main, sku);
      const goods = [`A-${round}`, `B-${round}`];
      const late = new Date(Date.now() - 60_000);
      await Promise.all(
        Array.from({ length: 8 }, (_, turn) =>
          tell(credentials, turn, order, goods[turn < 4 ? 0 : 1] ?? "", turn % 4 === 3 ? late : new Date()),
        ),
      );
      const { payload } = (await read(order)).fulfillment;
      expect(goods).toContain(payload);
      for (const turn of [0, 1]) await tell(credentials, turn, order, goods[turn] ?? "");
      expect((await read(order)).fulfillment.payload).toBe(payload);
      expect(await only(order.order_no)).toMatchObject({ status: "delivered", stopped: "changed" });
      expect(await db().receivedUnit.count({ where: { purchase: { upstreamOrderNo: order.theirs } } })).toBe(
        1,
      );
    }
  }, 120_000);
});
