import { describe, expect } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { syncConnection } from "@/lib/interconnect/agent/sync-connection";
import { advance, buy, only, payFor } from "../../support/builders/agent-shop";
import type { FakeMain } from "../../support/fakes/fake-main";
import { it } from "../../support/harness/agent-shop-test";

const jobsOf = (kind: string) => db().$queryRaw<{ run_at: Date; key: string | null }[]>`
  SELECT run_at, key FROM graphile_worker.jobs WHERE task_identifier = ${kind}`;

/** So many orders were paid, and their main site was away at each of these attempts. */
async function paidWhileAway(
  main: FakeMain,
  sku: { id: number; productId: number },
  { attempts, orders = 1 }: { attempts: number; orders?: number },
): Promise<string[]> {
  const numbers: string[] = [];
  for (let n = 0; n < orders; n++) {
    const { data } = await buy(sku);
    await payFor(data.order_no);
    numbers.push(data.order_no);
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    for (let n = 0; n < orders; n++) {
      main.state.next.paid.push("reset");
      main.state.next.get.push("reset");
    }
    await advance();
  }
  return numbers;
}

const pull = async () => {
  const { id } = await db().connection.findFirstOrThrow();
  await syncConnection(id, "button");
};

describe("a main site that is back", () => {
  it("wakes every purchase that waits for it with its first good answer, and counts no attempt [C63]", async ({
    main,
    sku,
  }) => {
    testClock.set(now());
    const orders = await paidWhileAway(main, sku, { attempts: 7, orders: 3 });
    for (const orderNo of orders) {
      const { nextPollAt } = await only(orderNo);
      expect((nextPollAt?.getTime() ?? 0) - now().getTime()).toBe(900_000);
    }
    testClock.advance(120);
    await pull();
    for (const orderNo of orders) {
      const { id, ...purchase } = await only(orderNo);
      expect(purchase).toMatchObject({ nextPollAt: now(), pollCount: 6 });
      const jobs = (await jobsOf("purchase.pay")).filter(({ key }) => key === `purchase:${id}`);
      expect(jobs).toEqual([expect.objectContaining({ run_at: now() })]);
    }
  });

  it("wakes the pull that failed, when a purchase hears it first", async ({ main, sku }) => {
    const [orderNo = ""] = await paidWhileAway(main, sku, { attempts: 1 });
    main.state.next.products.push("reset");
    await pull();
    expect((await db().connection.findFirstOrThrow()).lastSyncError).not.toBe(null);
    expect(await jobsOf("connection.sync")).toEqual([]);
    testClock.advance(120);
    await advance();
    expect(await only(orderNo)).toMatchObject({ status: "delivered" });
    expect(await jobsOf("connection.sync")).toHaveLength(1);
  });

  it("wakes nothing after a single call that went wrong: it may be wrong by itself", async ({
    main,
    sku,
  }) => {
    testClock.set(now());
    const [orderNo = ""] = await paidWhileAway(main, sku, { attempts: 7 });
    await db().connection.updateMany({ data: { failingSince: now() } });
    const { nextPollAt } = await only(orderNo);
    testClock.advance(10);
    await pull();
    expect(await only(orderNo)).toMatchObject({ nextPollAt, pollCount: 7 });
    expect((await db().connection.findFirstOrThrow()).failingSince).toBe(null);
  });

  it("leaves alone what is held there and went well when it was last read", async ({ main, sku }) => {
    testClock.set(now());
    main.state.fulfillment = "held";
    const { data } = await buy(sku);
    await payFor(data.order_no);
    for (let n = 0; n < 5; n++) await advance();
    const { nextPollAt } = await only(data.order_no);
    await db().connection.updateMany({ data: { failingSince: now() } });
    testClock.advance(120);
    await pull();
    expect(await only(data.order_no)).toMatchObject({ nextPollAt });
  });
});
