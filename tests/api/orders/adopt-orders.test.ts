import { describe, expect, it } from "vitest";
import * as mail from "@/app/api/v1/guest/orders/[order_no]/mail/route";
import * as adopt from "@/app/api/v1/orders/adopt/route";
import { GET as list } from "@/app/api/v1/orders/route";
import { db } from "@/lib/db/client";
import type { OrderList } from "@/lib/orders/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order, orderIdOf, readOrder } from "../../support/builders/guest-orders";
import { pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const count = async (token: string) =>
  (await call<{ count: number }>(adopt.GET, "GET", { token })).data.count;
const take = (token: string) => call<{ adopted: number }>(adopt.POST, "POST", { token, body: {} });

async function aPaidGuestOrder(email: string) {
  const { sku } = await aProduct({ keys: 2 });
  const { data } = await order(sku, { email });
  await pay(await orderIdOf(data.order_no));
  return data;
}

describe("guest orders of an account's address", () => {
  it("are counted and go into the account with their keys", async () => {
    const { token, user } = await aLoggedInUser();
    const own = [await aPaidGuestOrder(user.email), await aPaidGuestOrder(user.email.toUpperCase())];
    const foreign = await aPaidGuestOrder("somebody@example.com");
    const open = (await order((await aProduct({ keys: 1 })).sku, { email: user.email })).data;
    expect(await count(token)).toBe(2);
    expect(await count((await aLoggedInUser()).token)).toBe(0);

    expect((await take(token)).data).toEqual({ adopted: 2 });
    const { data } = await call<OrderList>(list, "GET", { token });
    expect(data.orders.map(({ order_no }) => order_no).sort()).toEqual(
      own.map(({ order_no }) => order_no).sort(),
    );
    expect(await count(token)).toBe(0);
    // Another address and an order that is just being paid stay with their guest.
    for (const { order_no } of [foreign, open])
      expect(await db().order.findUnique({ where: { orderNo: order_no } })).toMatchObject({ userId: null });
    const events = await db().orderEvent.findMany({ where: { kind: "adopted" } });
    expect(events.map(({ actor }) => actor)).toEqual([`user:${user.id}`, `user:${user.id}`]);
  });

  it("are still opened by their links, which tell and send no mail of the account [C26]", async () => {
    const { token, user } = await aLoggedInUser();
    const { order_no, guest_token } = await aPaidGuestOrder(user.email);
    await take(token);
    const read = await readOrder(order_no, guest_token);
    expect(read.data).toMatchObject({ order_no, items: [{ fulfillment: { status: "ready" } }] });
    await db().user.update({ where: { id: user.id }, data: { email: "moved@example.com" } });
    const at = { params: { order_no }, token: guest_token };
    const told = await call(mail.GET, "GET", at);
    expect(told.data).toMatchObject({ state: "none", email: null, can_resend: false });
    expect((await call(mail.POST, "POST", { ...at, body: {} })).status).toBe(409);
    expect((await call(mail.POST, "POST", { ...at, body: { email: "other@example.com" } })).status).toBe(409);
    expect(JSON.stringify([read.json, told.json])).not.toContain("moved@example.com");
  });

  it("are adopted once, however many requests come at the same moment", async () => {
    const { token, user } = await aLoggedInUser();
    for (let n = 0; n < 3; n++) await aPaidGuestOrder(user.email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => take(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.reduce((sum, { data }) => sum + data.adopted, 0)).toBe(3);
    expect(await db().orderEvent.count({ where: { kind: "adopted" } })).toBe(3);
  });

  it("need a log-in", async () => {
    expect((await call(adopt.GET, "GET")).status).toBe(401);
    expect((await call(adopt.POST, "POST", { body: {} })).status).toBe(401);
  });
});
