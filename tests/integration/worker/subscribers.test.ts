import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { taskList } from "@/lib/worker/tasks";
import { anAgentShop, buy, purchasesOf } from "../../support/builders/agent-shop";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

type Run = (payload: unknown, helpers: { job: { id: string } }) => Promise<void>;
const run = (kind: string, payload: unknown) =>
  (taskList() as unknown as Record<string, Run>)[kind]?.(payload, { job: { id: "1" } });
const jobs = (kind: string) =>
  db().$queryRaw<{ payload: unknown }[]>`
    SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = ${kind} AND j.payload::jsonb ? 'subscriber'`;

let stop: (() => Promise<unknown>) | undefined;
afterEach(() => stop?.());

it("does what a job of a former version asks for", async () => {
  const { sku } = await aProduct({ keys: 1 });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  await run("order.sold", { orderId });
  expect(await db().mail.findMany({ select: { kind: true } })).toEqual([{ kind: "order_delivered" }]);
});

describe("an event with several subscribers", () => {
  it("is repeated for the one that failed, and for no other", async () => {
    const { main, sku } = await anAgentShop();
    stop = main.stop;
    const { data } = await buy(sku);
    await db().$executeRaw`DELETE FROM purchases`;
    const { id: orderId } = await db().order.findUniqueOrThrow({ where: { orderNo: data.order_no } });
    await pay(orderId);
    await db().$executeRaw`ALTER TABLE purchases ADD CONSTRAINT refused CHECK (id < 0) NOT VALID`;
    try {
      await run("order.paid", { orderId });
      expect(await db().mail.count({ where: { kind: "order_paid" } })).toBe(1);
      expect(await jobs("order.paid")).toEqual([{ payload: { orderId, subscriber: "interconnect" } }]);
      await db().mail.deleteMany();
      await expect(run("order.paid", { orderId, subscriber: "interconnect" })).rejects.toThrow(/refused/);
    } finally {
      await db().$executeRaw`ALTER TABLE purchases DROP CONSTRAINT refused`;
    }
    await run("order.paid", { orderId, subscriber: "interconnect" });
    expect(await purchasesOf(data.order_no)).toMatchObject([{ status: "paying" }]);
    expect(await db().mail.count()).toBe(0);
    expect(await jobs("order.paid")).toHaveLength(1);
  });
});
