import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { db } from "@/lib/db/client";
import { readMainAccount } from "@/lib/interconnect/agent/account/main-account";
import { readBooks } from "@/lib/interconnect/main/statements/read-books";
import {
  advance,
  anUpstreamProduct,
  buy,
  credentials,
  payFor,
  purchasesOf,
} from "../../support/builders/agent-shop";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest();
let main: FakeMain;
let connectionId: number;
let sku: { id: number; productId: number };

beforeEach(async () => {
  overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
  main = await startFakeMain(credentials);
  const upstream = await anUpstreamProduct({ ...credentials, baseUrl: main.url });
  connectionId = upstream.connection.id;
  sku = upstream.sku;
});
afterEach(() => main.stop());

const params = () => ({ connection_id: String(connectionId) });
const period = {
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date(Date.now() + 86_400_000).toISOString(),
};

const anAccount = (changes: Record<string, unknown> = {}) => ({
  main_site: "Main",
  currency: "USD",
  settlement_mode: "prepaid",
  deposit: "40.00",
  callback: { problem: null, verified_at: null },
  ...changes,
});

describe("our account at a main site", () => {
  const shown = async () =>
    (await staff.call<{ account: unknown }>(adminConnections.getConnection, "GET", { params: params() })).data
      .account;
  const alert = () => db().alert.findFirst({ where: { kind: "connection.deposit_low" } });

  it("is shown as last read, also from a main site that closes no periods [C72]", async () => {
    main.state.account = anAccount();
    await readMainAccount(connectionId);
    expect(await shown()).toMatchObject({ deposit: "40.00", deposit_low: false, due: null, statements: [] });
    const statement = {
      id: 7,
      from: "2026-01-01T00:00:00.000Z",
      to: "2026-02-01T00:00:00.000Z",
      currency: "USD",
      orders: 3,
      amount: "-1.50",
      settled_at: null,
    };
    main.state.account = anAccount({ due: "-1.50", deposit_low: true, statements: [statement] });
    await readMainAccount(connectionId);
    expect(await shown()).toMatchObject({ due: "-1.50", deposit_low: true, statements: [statement] });
  });

  it("raises an alert while it runs low [C72]", async () => {
    main.state.account = anAccount({ deposit_low: true });
    await readMainAccount(connectionId);
    await readMainAccount(connectionId);
    expect(await alert()).toMatchObject({ count: 1, resolvedAt: null });
    main.state.account = anAccount({ deposit: "90.00", deposit_low: false });
    await readMainAccount(connectionId);
    expect((await alert())?.resolvedAt).not.toBeNull();
  });

  it("is none, and no failure, at a main site that knows no such call [C72]", async () => {
    await readMainAccount(connectionId);
    expect(await shown()).toBeNull();
    main.state.account = anAccount({ deposit: 40 });
    await readMainAccount(connectionId);
    const row = await db().connection.findUniqueOrThrow({ where: { id: connectionId } });
    expect(row.failingSince).toBeNull();
  });
});

describe("comparing with a main site", () => {
  async function aPurchase() {
    const { order_no } = (await buy(sku)).data;
    await payFor(order_no);
    await advance();
    const [purchase] = await purchasesOf(order_no);
    if (!purchase) throw new Error("Nothing was bought");
    return purchase;
  }
  type Purchase = Awaited<ReturnType<typeof aPurchase>>;
  const counted = (purchase: Purchase, changes: Record<string, unknown> = {}) => ({
    upstream_order_no: purchase.upstreamOrderNo,
    downstream_order_no: purchase.downstreamOrderNo,
    amount: "5.00",
    refunded_amount: "0.00",
    created_at: purchase.createdAt.toISOString(),
    ...changes,
  });
  const compare = () =>
    staff.call(adminConnections.compareWithMain, "POST", { params: params(), body: period });

  it("is for staff who may write", () =>
    expectStaffOnly(adminConnections.compareWithMain, "POST", { params: params(), body: period }, "viewer"));

  it("agrees when both have the same [C72]", async () => {
    main.state.accountOrders = [counted(await aPurchase())];
    expect((await compare()).data).toEqual({ orders: 1, matched: 1, mismatches: [] });
  });

  it("lists what either lacks and where they differ [C72]", async () => {
    const [amount, refunded, missing] = [await aPurchase(), await aPurchase(), await aPurchase()];
    main.state.accountOrders = [
      counted(amount, { amount: "6.00" }),
      counted(refunded, { refunded_amount: "1.00" }),
      counted(amount, { upstream_order_no: "U-9", downstream_order_no: "other" }),
    ];
    expect((await compare()).data).toMatchObject({
      orders: 3,
      matched: 0,
      mismatches: [
        { kind: "amount", downstream_order_no: amount.downstreamOrderNo, ours: "5.00", theirs: "6.00" },
        { kind: "refunded", ours: "0.00", theirs: "1.00" },
        { kind: "unknown_here", downstream_order_no: "other", ours: null },
        { kind: "missing_there", downstream_order_no: missing.downstreamOrderNo, theirs: null },
      ],
    });
  });

  it("reads all pages, and nothing of what lies outside the period [C72]", async () => {
    const purchase = await aPurchase();
    main.state.accountOrders = Array.from({ length: 201 }, (_, n) =>
      counted(purchase, { downstream_order_no: `other-${n}`, created_at: "2020-01-01T00:00:00.000Z" }),
    );
    main.state.accountOrders.push(counted(purchase));
    expect((await compare()).data).toEqual({ orders: 1, matched: 1, mismatches: [] });
  });

  it("says so where the main site lists no orders [C72]", async () => {
    const refused = await compare();
    expect([refused.status, refused.headers.get("x-error-rule")]).toEqual([409, "main_site_without_books"]);
  });

  it("writes our books as the main site's comparison reads them [C72]", async () => {
    const purchase = await aPurchase();
    const path = `/x?${new URLSearchParams(period)}`;
    const file = await staff.call(adminConnections.exportConnectionBooks, "GET", { params: params(), path });
    expect(readBooks(file.text)).toEqual([
      {
        orderNo: purchase.upstreamOrderNo,
        downstreamOrderNo: purchase.downstreamOrderNo,
        amountCents: 500n,
        refundedCents: 0n,
      },
    ]);
  });
});
