import { describe, expect, it } from "vitest";
import { POST as cancel } from "@/app/api/v1/orders/[order_no]/cancel/route";
import { POST as payAgain } from "@/app/api/v1/orders/[order_no]/pay/route";
import { GET as read } from "@/app/api/v1/orders/[order_no]/route";
import { GET as download } from "@/app/api/v1/orders/[order_no]/secrets.txt/route";
import { POST as preview } from "@/app/api/v1/orders/preview/route";
import { POST as create, GET as list } from "@/app/api/v1/orders/route";
import { newOrderNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import type { OrderDetail, OrderList } from "@/lib/orders/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { anOrder, pay, stockOf } from "../../support/builders/orders";
import { addKeys, anEmail, aProduct, keyOf } from "../../support/builders/products";
import { balanceOf, giveBalance } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const order = (
  token: string,
  sku: { id: number; productId: number },
  body: Record<string, unknown> = {},
  headers = {},
) =>
  call<OrderDetail>(create, "POST", {
    token,
    headers,
    body: { product_id: sku.productId, sku_id: sku.id, quantity: 1, ...body },
  });

const readOrder = (token: string | undefined, orderNo: string) =>
  call<OrderDetail>(read, "GET", { params: { order_no: orderNo }, ...(token ? { token } : {}) });

describe("POST /api/v1/orders", () => {
  it("needs a log-in", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const answer = await call(create, "POST", { body: { product_id: sku.productId, quantity: 1 } });
    expect([answer.status, answer.json.status_code, answer.json.data]).toEqual([401, 401, null]);
  });

  it("creates the caller's order and says nothing of a guest token", async () => {
    const { user, token } = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 1, product: { purchaseType: "member" } });
    const answer = await order(token, sku);
    expect(answer.data).toMatchObject({ status: "pending_payment", amount: "9.90", email: user.email });
    expect(answer.text).not.toContain("guest_token");
  });

  it("limits how many unpaid orders a member holds, and the stock in them", async () => {
    overrideConfig({ "limits.openOrdersPerUser": "2" });
    const { token } = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 5 });
    const first = await order(token, sku);
    await order(token, sku);
    const refused = await order(token, sku);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await stockOf(sku.id)).rows.reserved).toBe(2);
    await call(cancel, "POST", { token, params: { order_no: first.data.order_no } });
    expect((await order(token, sku)).status).toBe(200);
  });

  it("pays from the balance and delivers in the same answer", async () => {
    const { user, token } = await aLoggedInUser();
    await giveBalance(user.id, 2000n);
    const { sku } = await aProduct({ keys: 1 });
    const answer = await order(token, sku, { use_balance: true });
    expect(answer.data).toMatchObject({
      status: "delivered",
      wallet_paid_amount: "9.90",
      fulfillment: { status: "ready", payload: keyOf(sku.id, 1) },
    });
    expect(await balanceOf(user.id)).toBe(1010n);
  });

  it("holds what the balance covers and gives it back when the order is canceled", async () => {
    const { user, token } = await aLoggedInUser();
    await giveBalance(user.id, 400n);
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(token, sku, { use_balance: true });
    expect(data).toMatchObject({ status: "pending_payment", wallet_paid_amount: "4.00" });
    expect(await balanceOf(user.id)).toBe(0n);
    await call(cancel, "POST", { token, params: { order_no: data.order_no } });
    expect(await balanceOf(user.id)).toBe(400n);
    expect((await stockOf(sku.id)).counters.available).toBe(1);
  });

  it("ten orders at once spend a balance for one only once", async () => {
    const { user, token } = await aLoggedInUser();
    await giveBalance(user.id, 990n);
    const { sku } = await aProduct({ keys: 10 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => order(token, sku, { use_balance: true })),
    );
    expect(answers.filter((answer) => answer.data?.status === "delivered")).toHaveLength(1);
    expect(await balanceOf(user.id)).toBe(0n);
    expect((await stockOf(sku.id)).counters.sold).toBe(1);
  });

  it("repeats the first answer for the same Idempotency-Key [O10]", async () => {
    const { token } = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 5 });
    const headers = { "idempotency-key": "again" };
    const [first, second] = [await order(token, sku, {}, headers), await order(token, sku, {}, headers)];
    expect(second.data).toEqual(first.data);
    const other = await aLoggedInUser();
    expect((await order(other.token, sku, {}, headers)).data.order_no).not.toBe(first.data.order_no);
  });
});

describe("POST /api/v1/orders/:order_no/pay", () => {
  it("pays an open order from the balance, once", async () => {
    const { user, token } = await aLoggedInUser();
    await giveBalance(user.id, 990n);
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(token, sku);
    const send = (body: Record<string, unknown>) =>
      call<OrderDetail>(payAgain, "POST", { token, params: { order_no: data.order_no }, body });
    expect((await send({})).json.msg).toBe("payment_channel_id: is required");
    expect((await send({ use_balance: true })).data.status).toBe("delivered");
    expect((await send({ use_balance: true })).json.status_code).toBe(40901);
    expect(await balanceOf(user.id)).toBe(0n);
  });

  it("40902: says that the balance does not cover it, and keeps what it could take on hold for the rest", async () => {
    const { user, token } = await aLoggedInUser();
    await giveBalance(user.id, 100n);
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(token, sku);
    const answer = await call(payAgain, "POST", {
      token,
      params: { order_no: data.order_no },
      body: { use_balance: true },
    });
    expect(answer.json.status_code).toBe(40902);
    expect((await readOrder(token, data.order_no)).data.wallet_paid_amount).toBe("1.00");
  });
});

describe("GET /api/v1/orders and /api/v1/orders/:order_no", () => {
  it("lists the caller's orders, newest first, without keys, and filters by status", async () => {
    const { user, token } = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 5 });
    const mine = { sku, userId: user.id, email: user.email };
    const paid = await anOrder(mine);
    await pay(paid.orderId);
    await anOrder(mine);
    await anOrder({ sku });
    const all = await call<OrderList>(list, "GET", { token, path: "/api/v1/orders?per_page=1" });
    expect(all.data).toMatchObject({
      total: 2,
      page: 1,
      per_page: 1,
      orders: [{ status: "pending_payment" }],
    });
    const delivered = await call<OrderList>(list, "GET", { token, path: "/api/v1/orders?status=delivered" });
    expect(delivered.data).toMatchObject({ total: 1, orders: [{ fulfillment: { status: "ready" } }] });
    expect(delivered.text).not.toContain("KEY-");
    expect((await call(list, "GET", { token, path: "/api/v1/orders?status=gone" })).json.msg).toMatch(
      /^status: /,
    );
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=1e18", "page=1;drop", "per_page=0", "per_page=-5"])(
    "refuses %s [O20]",
    async (query) => {
      const { token } = await aLoggedInUser();
      expect((await call(list, "GET", { token, path: `/api/v1/orders?${query}` })).status).toBe(400);
    },
  );

  it("clamps a page that is too large and says so [O20]", async () => {
    const { token } = await aLoggedInUser();
    const answer = await call<OrderList>(list, "GET", { token, path: "/api/v1/orders?per_page=1000000000" });
    expect(answer.data.per_page).toBe(100);
  });

  it("shows the keys, as JSON and as a file", async () => {
    const { user, token } = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 2 });
    const { orderId } = await anOrder({ sku, quantity: 2, userId: user.id, email: user.email });
    await pay(orderId);
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    const keys = `${keyOf(sku.id, 1)}\n${keyOf(sku.id, 2)}`;
    expect((await readOrder(token, orderNo)).data.fulfillment.payload).toBe(keys);
    expect((await call(download, "GET", { token, params: { order_no: orderNo } })).text).toBe(keys);
  });

  it("another's order, an unknown one and nonsense are the same 404; a guest token is no log-in [O16]", async () => {
    const owner = await aLoggedInUser();
    const other = await aLoggedInUser();
    const { sku } = await aProduct({ keys: 3 });
    const { data } = await order(owner.token, sku);
    const guest = await anOrder({ sku, email: anEmail() });
    const guestNo = (await db().order.findUniqueOrThrow({ where: { id: guest.orderId } })).orderNo;
    const answers = [
      await readOrder(other.token, data.order_no),
      await readOrder(other.token, newOrderNo()),
      await readOrder(other.token, "%2e%2e"),
      await readOrder(other.token, guestNo),
      await call(cancel, "POST", { token: other.token, params: { order_no: data.order_no } }),
      await call(payAgain, "POST", {
        token: other.token,
        params: { order_no: data.order_no },
        body: { use_balance: true },
      }),
      await call(download, "GET", { token: other.token, params: { order_no: data.order_no } }),
    ];
    for (const answer of answers) expect([answer.status, answer.json.msg]).toEqual([404, "Order not found"]);
    expect((await readOrder(guest.guestToken ?? "", guestNo)).status).toBe(401);
    expect((await readOrder(undefined, data.order_no)).status).toBe(401);
  });

  it("POST /orders/preview shows how much the balance would pay", async () => {
    const { user, token } = await aLoggedInUser();
    await giveBalance(user.id, 300n);
    const { sku } = await aProduct();
    await addKeys(sku.id, 1);
    const answer = await call(preview, "POST", {
      token,
      body: { product_id: sku.productId, quantity: 1, use_balance: true },
    });
    expect(answer.data).toMatchObject({ amount: "9.90", wallet_paid_amount: "3.00", payable_amount: "6.90" });
  });
});
