import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/wallet/transactions/route";
import { inTransaction } from "@/lib/db/transaction";
import { closeOrder } from "@/lib/orders/close-order";
import { settleRecharge } from "@/lib/wallet/recharges/settle-recharge";
import type { TransactionList } from "@/lib/wallet/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { anOrder, getOrder } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { aRecharge, giveBalance } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";

const list = (token: string, search = "") =>
  call<TransactionList>(GET, "GET", { path: `/api/v1/wallet/transactions${search}`, token });

async function aHistory() {
  const { user, token } = await aLoggedInUser();
  const recharge = await aRecharge(user.id, 1500n);
  await inTransaction((tx) => settleRecharge(tx, { rechargeId: recharge.id }));
  const { sku } = await aProduct({ keys: 5, priceCents: 1000n });
  const order = { sku, userId: user.id, email: user.email, useBalance: true };
  const paid = await getOrder((await anOrder(order)).orderId);
  const { orderId } = await anOrder(order);
  await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));
  const canceled = await getOrder(orderId);
  return { user, token, recharge, paid, canceled };
}

describe("GET /api/v1/wallet/transactions", () => {
  it("lists what moved the balance, newest first, with the balance after each", async () => {
    const { token, recharge, paid, canceled } = await aHistory();
    const { status, data } = await list(token);
    expect(status).toBe(200);
    expect(data).toMatchObject({ total: 4, page: 1, per_page: 20 });
    const lines = data.transactions.map((line) => [
      line.type,
      line.direction,
      line.amount,
      line.balance_after,
      line.reference,
    ]);
    expect(lines).toEqual([
      ["order_refund", "in", "5.00", "5.00", canceled.orderNo],
      ["order_pay", "out", "5.00", "0.00", canceled.orderNo],
      ["order_pay", "out", "10.00", "5.00", paid.orderNo],
      ["recharge", "in", "15.00", "15.00", recharge.rechargeNo],
    ]);
    for (const line of data.transactions) {
      expect(line.id).toMatch(/^T[0-9A-Z]{16}$/);
      expect(line.created_at).toMatch(/Z$/);
      expect(line).toHaveProperty("remark");
    }
  });

  it("filters by type", async () => {
    const { token } = await aHistory();
    const only = async (type: string) => (await list(token, `?type=${type}`)).data.transactions.length;
    expect(await only("recharge")).toBe(1);
    expect(await only("order_pay")).toBe(2);
    expect(await only("order_refund")).toBe(1);
    expect(await only("gift_card")).toBe(0);
    expect((await list(token, "?type=everything")).json).toMatchObject({ status_code: 400 });
  });

  it("pages, clamps and refuses odd numbers [C8, O20]", async () => {
    const { token } = await aHistory();
    const second = await list(token, "?page=2&per_page=3");
    expect(second.data).toMatchObject({ total: 4, page: 2, per_page: 3 });
    expect(second.data.transactions).toHaveLength(1);
    expect((await list(token, "?per_page=5000")).data.per_page).toBe(100);
    for (const search of ["?page=0", "?page=-1", "?page=1.5", "?page=1e18", "?per_page=0", "?page=1;drop"]) {
      expect((await list(token, search)).status).toBe(400);
    }
  });

  it("shows another user's to nobody", async () => {
    await aHistory();
    const { token } = await aLoggedInUser();
    expect((await list(token)).data).toMatchObject({ transactions: [], total: 0 });
    const rich = await aUser();
    await giveBalance(rich.id, 500n);
    expect((await list(token)).data.total).toBe(0);
    expect((await call(GET, "GET")).status).toBe(401);
  });
});
