import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operations as adminWallets } from "@/app/api/v1/admin/wallets/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { AdjustedBalance, LedgerCheck, TransactionList } from "@/lib/wallet/schema";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { aUser } from "../../support/builders/products";
import { balanceOf, giveBalance } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";

const user = (id: number) => ({ user_id: String(id) });
const gift = () => ({
  direction: "in",
  amount: "12.30",
  remark: "Sorry for the wait",
  request_key: randomUUID(),
});

describe("/api/v1/admin/wallets", () => {
  it("gives and takes balance with a remark that the user reads, and audits it", async () => {
    const { headers, staff } = await aLoggedInAdmin();
    const { id } = await aUser();
    const post = (body: object) =>
      call<AdjustedBalance>(adminWallets.adjustBalance, "POST", { headers, params: user(id), body });
    expect((await post(gift())).data).toMatchObject({
      balance: "12.30",
      transaction_id: expect.stringMatching(/^T/),
    });
    expect((await post({ ...gift(), direction: "out", amount: "2.30" })).data.balance).toBe("10.00");
    expect((await post({ ...gift(), direction: "out", amount: "10.01" })).json.status_code).toBe(40902);
    const { data } = await call<TransactionList>(adminWallets.listTransactionsOfUser, "GET", {
      headers,
      params: user(id),
    });
    expect(data.transactions.map((line) => [line.type, line.direction, line.amount, line.remark])).toEqual([
      ["admin_adjust", "out", "2.30", "Sorry for the wait"],
      ["admin_adjust", "in", "12.30", "Sorry for the wait"],
    ]);
    const lines = await db().auditLog.findMany({ where: { action: "wallet.adjust" } });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ actor: `staff:${staff.email}`, target: `user:${id}` });
  });

  it("moves nothing for the second click of one form [O10]", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id } = await aUser();
    const body = gift();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call<AdjustedBalance>(adminWallets.adjustBalance, "POST", { headers, params: user(id), body }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(await balanceOf(id)).toBe(1230n);
    expect(await db().auditLog.count({ where: { action: "wallet.adjust" } })).toBe(1);
    const other = await call(adminWallets.adjustBalance, "POST", {
      headers,
      params: user(id),
      body: { ...body, amount: "1.00" },
    });
    expect([other.status, other.json.status_code]).toEqual([409, 40905]);
    expect(await balanceOf(id)).toBe(1230n);
  });

  it("refuses odd input, unknown users and callers without the right", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id } = await aUser();
    for (const change of [
      { amount: "0" },
      { amount: "-1" },
      { direction: "up" },
      { remark: "" },
      { request_key: "1" },
    ]) {
      const answer = await call(adminWallets.adjustBalance, "POST", {
        headers,
        params: user(id),
        body: { ...gift(), ...change },
      });
      expect(answer.json).toMatchObject({
        status_code: 400,
        msg: expect.stringContaining(Object.keys(change)[0] ?? ""),
      });
    }
    expect(
      (await call(adminWallets.adjustBalance, "POST", { headers, params: user(999), body: gift() })).status,
    ).toBe(404);
    expect(
      (await call(adminWallets.listTransactionsOfUser, "GET", { headers, params: user(999) })).status,
    ).toBe(404);
    expect((await call(adminWallets.adjustBalance, "POST", { params: user(id), body: gift() })).status).toBe(
      401,
    );
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    expect(
      (
        await call(adminWallets.adjustBalance, "POST", {
          headers: viewer.headers,
          params: user(id),
          body: gift(),
        })
      ).status,
    ).toBe(403);
  });

  it("compares balances with the ledger [O13]", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id } = await aUser();
    await giveBalance(id, 700n);
    expect((await call<LedgerCheck>(adminWallets.checkLedger, "GET", { headers })).data).toMatchObject({
      is_sound: true,
      drifts: [],
    });
    await db().ledgerAccount.updateMany({ where: { userId: id }, data: { balanceCents: 800n } });
    expect((await call<LedgerCheck>(adminWallets.checkLedger, "GET", { headers })).data).toMatchObject({
      is_sound: false,
      drifts: [{ balance: "8.00", entries_sum: "7.00" }],
    });
  });
});
