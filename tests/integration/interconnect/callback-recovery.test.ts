import { describe, expect } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { sendCallback } from "@/lib/interconnect/main/send-callback";
import { aDeliveredOrder, sendDue } from "../../support/builders/callbacks";
import { mainSite } from "../../support/fakes/main-site";
import { it, onlyCallbackOf } from "../../support/harness/callback-shop-test";

type Agent = Parameters<typeof aDeliveredOrder>[0];
type Sku = Parameters<typeof aDeliveredOrder>[1];

/** So many orders were delivered, and the agent's receiver was away at each of five attempts to say so. */
async function deliveredWhileAway(agent: Agent, sku: Sku, orders: number): Promise<number[]> {
  testClock.set(now());
  const ids: number[] = [];
  for (let n = 0; n < orders; n++) {
    const { order } = await aDeliveredOrder(agent, sku);
    ids.push(order.id);
  }
  await sendDue();
  for (let attempt = 1; attempt < 5; attempt++) {
    testClock.advance(1_800);
    await sendDue();
  }
  testClock.advance(301);
  return ids;
}

const waitOf = async (orderId: number) => {
  const { nextAttemptAt } = await onlyCallbackOf(orderId);
  return ((nextAttemptAt?.getTime() ?? 0) - now().getTime()) / 1000;
};

const jobsOfCallbacks = () => db().$queryRaw<{ run_at: Date; key: string }[]>`
  SELECT run_at, key FROM graphile_worker.jobs WHERE task_identifier = 'callback.send'`;

describe("an agent site that is back", () => {
  it("is sent the oldest callback at its first signed call, and the others when that one arrived [C99]", async ({
    agent,
    receiver,
    sku,
  }) => {
    receiver.state.mode = "broken";
    const [first = 0, ...others] = await deliveredWhileAway(agent, sku, 3);
    for (const id of [first, ...others]) expect(await waitOf(id)).toBeGreaterThan(200);

    receiver.state.mode = "ok";
    expect((await mainSite(agent).products()).status).toBe(200);
    const woken = await onlyCallbackOf(first);
    expect(woken).toMatchObject({ nextAttemptAt: now(), attemptCount: 4 });
    expect(await jobsOfCallbacks()).toContainEqual({ run_at: now(), key: `callback:${woken.id}` });
    for (const id of others) expect(await waitOf(id)).toBeGreaterThan(200);

    await sendCallback(woken.id);
    expect((await onlyCallbackOf(first)).status).toBe("delivered");
    for (const id of others) {
      const other = await onlyCallbackOf(id);
      expect(other).toMatchObject({ nextAttemptAt: now(), attemptCount: 4, status: "pending" });
      expect(await jobsOfCallbacks()).toContainEqual({ run_at: now(), key: `callback:${other.id}` });
    }
    await sendDue();
    for (const id of others) expect((await onlyCallbackOf(id)).status).toBe("delivered");
  });

  it("is tried once in five minutes while its receiver is away, however often it calls, and loses no attempt", async ({
    agent,
    receiver,
    sku,
  }) => {
    receiver.state.mode = "broken";
    const [first = 0, second = 0] = await deliveredWhileAway(agent, sku, 2);
    const before = receiver.calls.length;
    for (let call = 0; call < 3; call++) {
      await mainSite(agent).products();
      await sendDue();
    }
    expect(receiver.calls).toHaveLength(before + 1);
    expect(await onlyCallbackOf(first)).toMatchObject({ attemptCount: 5, status: "pending" });
    expect(await waitOf(second)).toBeGreaterThan(200);
    testClock.advance(301);
    await mainSite(agent).products();
    expect(await onlyCallbackOf(first)).toMatchObject({ nextAttemptAt: now(), attemptCount: 4 });
  });

  it("is not tried for the call of a stranger in its name", async ({ agent, receiver, sku }) => {
    receiver.state.mode = "broken";
    const [first = 0] = await deliveredWhileAway(agent, sku, 1);
    const answer = await mainSite({ ...agent, secret: "0".repeat(64) }).products();
    expect(answer.status).toBe(403);
    expect(await waitOf(first)).toBeGreaterThan(200);
  });
});
