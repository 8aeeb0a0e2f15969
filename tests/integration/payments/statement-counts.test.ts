import { describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import { taskList } from "@/lib/worker/tasks";
import { order } from "../../support/builders/guest-orders";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { aPaidBody, mainSite } from "../../support/fakes/main-site";
import { accepted, byPath } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";
import { recordStatements, type Statement } from "../../support/harness/statements";

/** Now and then, whatever is asked: the settings' cache, the shared limits, a new connection of the pool, who asks for events. */
const isBesides = ({ text }: Statement) =>
  /"settings"|rate_limits|^SET statement_timeout|^SELECT COUNT\(\*\).*"notification_channels"/.test(text);

const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await recordStatements(work)).filter((statement) => !isBesides(statement));

const countOf = async (work: () => Promise<unknown>): Promise<number> => (await statementsOf(work)).length;

/** Counts two in a row and takes the lesser: a kept answer that is read anew, because the clock says so, is in one at most. */
const leastOf = async (work: () => Promise<unknown>): Promise<number> =>
  Math.min(await countOf(work), await countOf(work));

/** How often each text was sent: the reads of several askers are one statement only where they meet, which the clock decides. */
const timesOf = (statements: readonly Statement[]): Map<string, number> =>
  statements.reduce(
    (times, { text }) => times.set(text, (times.get(text) ?? 0) + 1),
    new Map<string, number>(),
  );

let channelId: number;
let sku: { id: number; productId: number };

const paymentOf = (orderNo: string) => db().payment.findFirstOrThrow({ where: { order: { orderNo } } });

async function place(gateway: FakeGateway, of = sku) {
  const { data } = await order(of, { payment_channel_id: channelId });
  const payment = await paymentOf(data.order_no);
  gateway.pay(payment.paymentNo, "9.90");
  return payment;
}

it.beforeEach(async ({ gateway, notify }) => {
  channelId = await aChannel({ ...gateway.settings(), confirm_by_query: false });
  ({ sku } = await aProduct({ keys: 12 }));
  // The first of all opens the ledger's accounts.
  const { paymentNo } = await place(gateway);
  expect(await notify(byPath(channelId), paymentNo)).toEqual(accepted);
});

describe("statements that a buyer's purchase costs, BEGIN and COMMIT included", () => {
  it("are at most three for an order without a payment", async () => {
    expect(await leastOf(() => order(sku))).toBeLessThanOrEqual(3);
  });

  it.each([
    {},
    { category_ids: [999_999], buyers: ["guests"], devices: ["desktop"], goods_meaning: "except" },
  ])(
    "at most eight for an order with its payment at a gateway whose link is signed here (%j)",
    async (offerRules) => {
      await db().paymentChannel.update({ where: { id: channelId }, data: { offerRules } });
      const count = await leastOf(async () => {
        const { data } = await order(sku, { payment_channel_id: channelId });
        expect(data).toMatchObject({ payment: { pay_url: expect.stringContaining("http") } });
      });
      expect(count).toBeLessThanOrEqual(8);
    },
  );

  it.for([
    ["a stored key", { keys: 1 }, "delivered"],
    ["a text", { kind: "text" }, "delivered"],
    ["goods that a person delivers", { kind: "none" }, "delivering"],
  ] as const)(
    "at most fourteen from a notification to its answer, for %s",
    async ([, goods, status], { gateway, notify }) => {
      const payments = [
        await place(gateway, (await aProduct({ ...goods })).sku),
        await place(gateway, (await aProduct({ ...goods })).sku),
      ];
      const [first] = payments;
      const count = await leastOf(async () =>
        expect(await notify(byPath(channelId), payments.pop()?.paymentNo ?? "")).toEqual(accepted),
      );
      expect(count).toBeLessThanOrEqual(14);
      const row = await db().order.findUniqueOrThrow({ where: { id: first?.orderId ?? 0 } });
      expect(row.status).toBe(status);
      const events = await db().orderEvent.findMany({ where: { orderId: row.id }, orderBy: { id: "asc" } });
      expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(["created", "paid"]);
    },
  );
});

describe("statements that a delivered order costs after the answer, the queue's own for its two jobs apart", () => {
  it("are at most seven different ones, its mail included, and none is sent for each asker", async ({
    gateway,
    notify,
  }) => {
    const tasks = taskList();
    const afterAnswer = async () => {
      const { paymentNo, orderId } = await place(gateway);
      expect(await notify(byPath(channelId), paymentNo)).toEqual(accepted);
      const jobs = await db().$queryRaw<{ kind: keyof typeof tasks; payload: unknown }[]>`
        SELECT t.identifier AS kind, j.payload
        FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE (j.payload->>'orderId')::int = ${orderId}`;
      expect(jobs.map(({ kind }) => kind).sort()).toEqual(["order.delivered", "order.paid"]);
      return timesOf(
        await statementsOf(async () => {
          for (const { kind, payload } of jobs) await tasks[kind]?.(payload, { job: { id: "1" } } as never);
        }),
      );
    };
    const [first, second] = [await afterAnswer(), await afterAnswer()];
    expect(await db().mail.count({ where: { kind: "order_delivered" } })).toBeGreaterThan(1);
    // Read anew because the clock says so: that is in one at most.
    const inBoth = [...first.keys()].filter((text) => second.has(text));
    expect(inBoth.length, inBoth.join("\n")).toBeLessThanOrEqual(7);
    expect(inBoth.length).toBeGreaterThan(4);
    expect(Math.max(...first.values(), ...second.values())).toBeLessThanOrEqual(3);
  });
});

describe("statements that an agent's purchase costs, its proof and the request log included", () => {
  it("are at most eight for a signed order, thirteen for its payment and five for a pull", async () => {
    const agent = await aSite();
    const main = mainSite(agent);
    const buyOnce = async (n: number) => {
      const body = { product_id: sku.productId, sku_id: sku.id, quantity: 1, downstream_order_no: `A${n}` };
      let orderNo = "";
      const created = await countOf(async () => {
        orderNo = (await main.create(body)).data.upstream_order_no;
      });
      const paid = await countOf(async () =>
        expect((await main.pay(orderNo, aPaidBody("9.90"))).data.status).toBe("delivered"),
      );
      return { created, paid };
    };
    // The first of all opens the agent's accounts.
    await buyOnce(1);
    const [one, other] = [await buyOnce(2), await buyOnce(3)];
    expect(Math.min(one.created, other.created)).toBeLessThanOrEqual(8);
    expect(Math.min(one.paid, other.paid)).toBeLessThanOrEqual(13);
    const pulled = await leastOf(async () => expect((await main.products()).data.total).toBe(1));
    expect(pulled).toBeLessThanOrEqual(5);
  });
});

describe("equal notifications", () => {
  it("deliver once when ten come at once", async ({ gateway, notify }) => {
    const { paymentNo, orderId } = await place(gateway);
    const answers = await Promise.all(Array.from({ length: 10 }, () => notify(byPath(channelId), paymentNo)));
    expect(answers).toEqual(answers.map(() => accepted));
    expect(
      await db().fulfillmentSecret.count({
        where: { fulfillment: { orderItem: { orderId: orderId ?? 0 } } },
      }),
    ).toBe(1);
    const events = await db().orderEvent.findMany({
      where: { orderId: orderId ?? 0 },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ kind }) => kind)).toEqual(["created", "paid", "delivered"]);
  });
});
