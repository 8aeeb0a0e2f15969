import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operations as adminBanners } from "@/app/api/v1/admin/banners/[[...path]]/route";
import { operations as adminCoupons } from "@/app/api/v1/admin/coupons/[[...path]]/route";
import { operations as adminGiftCards } from "@/app/api/v1/admin/gift-cards/[[...path]]/route";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminPages } from "@/app/api/v1/admin/pages/[[...path]]/route";
import { operations as adminPosts } from "@/app/api/v1/admin/posts/[[...path]]/route";
import * as session from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as adminWallets } from "@/app/api/v1/admin/wallets/[[...path]]/route";
import * as check from "@/app/api/v1/payments/[payment_no]/check/route";
import * as paymentReturn from "@/app/api/v1/payments/return/[payment_no]/route";
import * as publicPage from "@/app/api/v1/public/pages/[slug]/route";
import * as publicPost from "@/app/api/v1/public/posts/[slug]/route";
import * as publicProduct from "@/app/api/v1/public/products/[slug]/route";
import * as publicProducts from "@/app/api/v1/public/products/route";
import * as recharge from "@/app/api/v1/wallet/recharges/[recharge_no]/route";
import { db } from "@/lib/db/client";
import { aLoggedInUser } from "../support/builders/accounts";
import { aUser } from "../support/builders/products";
import { aSite } from "../support/builders/sites";
import { staffOfTest } from "../support/harness/admin-suite";
import { call } from "../support/harness/call";
import { expectRefusal } from "../support/harness/public-suite";

const admin = staffOfTest();
const most = "999999999999.99";

describe("U+0000 in a path or a query [C68]", () => {
  it.each([
    ["a product", publicProduct.GET, "GET", { slug: "\0" }],
    ["a page", publicPage.GET, "GET", { slug: "a\0b" }],
    ["a post", publicPost.GET, "GET", { slug: "a\0b" }],
    ["a return from a gateway", paymentReturn.GET, "GET", { payment_no: "\0" }],
    ["a check of a payment", check.POST, "POST", { payment_no: "\0" }],
  ] as const)("is refused for %s", async (_, handler, method, params) => {
    expectRefusal(await call(handler, method, { params }), 400, /must not contain U\+0000/);
  });

  it("is refused for members and staff", async () => {
    const { token } = await aLoggedInUser();
    const mine = await call(recharge.GET, "GET", { token, params: { recharge_no: "\0" } });
    expectRefusal(mine, 400, /^recharge_no: must not contain/);
    const ours = await admin.call(adminOrders.getAdminOrder, "GET", { params: { order_no: "\0" } });
    expect([ours.status, ours.json.msg]).toEqual([
      400,
      "order_no: must not contain U+0000 or lone surrogates",
    ]);
  });

  it.each(["search=%00", "%00=1"])("is refused in the query ?%s", async (query) => {
    const answer = await call(publicProducts.GET, "GET", { path: `/api/v1/public/products?${query}` });
    expectRefusal(answer, 400, /must not contain U\+0000/);
  });
});

describe("an instant that the shop cannot hold [C7]", () => {
  const y10k = "9999-12-31T23:59:59-01:00";
  const bad = ["0000-01-01T00:00:00Z", y10k, "2026-02-30T00:00:00Z"];

  it.each(bad)("%s is refused in a filter", async (at) => {
    const path = `/api/v1/admin/orders?from=${encodeURIComponent(at)}`;
    expect((await admin.call(adminOrders.listOrders, "GET", { path })).status).toBe(400);
  });

  it.each(bad)("%s is refused in every body that stores one", async (at) => {
    const answers = await Promise.all([
      admin.call(adminPosts.createPost, "POST", {
        body: { slug: "a", type: "blog", title: "A", published_at: at },
      }),
      admin.call(adminBanners.createBanner, "POST", {
        body: { title: "A", image: "/sample/a.svg", starts_at: at },
      }),
      admin.call(adminCoupons.createCoupon, "POST", {
        body: { code: "summer20", kind: "percent", percent: 5, ends_at: at },
      }),
      admin.call(adminGiftCards.createGiftCardBatch, "POST", {
        body: { name: "A", amount: "1", quantity: 1, expires_at: at },
      }),
    ]);
    expect(answers.map((answer) => [answer.status, answer.json.msg.split(":")[0]])).toEqual([
      [400, "published_at"],
      [400, "starts_at"],
      [400, "ends_at"],
      [400, "expires_at"],
    ]);
  });
});

describe("numbers that no column holds", () => {
  it("an item above the greatest id is not found", async () => {
    const params = { order_no: "KS-NONE" };
    const body = { item: 2_147_483_648, content: "x", reason: "y" };
    expect((await admin.call(adminOrders.deliverOrderByHand, "POST", { params, body })).status).toBe(404);
    expect((await admin.call(adminOrders.replaceContent, "POST", { params, body })).status).toBe(404);
  });

  it("a balance above 12 digits is refused before anything is booked", async () => {
    const { id } = await aUser();
    const params = { user_id: String(id) };
    const give = (amount: string) =>
      admin.call(adminWallets.adjustBalance, "POST", {
        params,
        body: { direction: "in", amount, remark: "x", request_key: randomUUID() },
      });
    expect((await give(most)).status).toBe(200);
    const refused = await give("0.01");
    expect([refused.status, refused.json.msg]).toEqual([409, `The balance would be above ${most}`]);
    expect(await db().ledgerTransfer.count()).toBe(1);
    expect((await admin.call(adminWallets.listTransactionsOfUser, "GET", { params })).status).toBe(200);
  });

  it("a deposit above 12 digits is refused before anything is booked", async () => {
    const { site } = await aSite();
    const params = { site_id: String(site.id) };
    const top = () =>
      admin.call(adminSites.moveDeposit, "POST", {
        params,
        body: { amount: most, request_key: randomUUID() },
      });
    expect((await top()).status).toBe(200);
    expect((await top()).status).toBe(409);
    const { data } = await admin.call<{ balance: string; total: number }>(
      adminSites.listDepositEntries,
      "GET",
      { params },
    );
    expect([data.balance, data.total]).toEqual([most, 1]);
  });

  it("the database itself holds no balance above 12 digits", async () => {
    const { id } = await aUser();
    await expect(
      db().ledgerAccount.create({
        data: { kind: "user_wallet", userId: id, currency: "USD", balanceCents: 100_000_000_000_000n },
      }),
    ).rejects.toThrow(/ledger_accounts_ceiling_check/);
  });
});

describe("two who delete the same at once", () => {
  it.each([
    [
      "post",
      adminPosts.deletePost,
      () => db().post.create({ data: { slug: "a", type: "blog", title: "A" } }),
    ],
    ["page", adminPages.deletePage, () => db().page.create({ data: { slug: "a", title: "A" } })],
    [
      "banner",
      adminBanners.deleteBanner,
      () => db().banner.create({ data: { title: "A", image: "/a.svg" } }),
    ],
  ] as const)("a %s: one deletes it, the others do not find it", async (_, handler, create) => {
    const { id } = await create();
    const params = { id: String(id) };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.call(handler, "DELETE", { params })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });
});

describe("admin routes", () => {
  it("send no CORS headers, whatever they answer [C70]", async () => {
    const origin = { origin: "https://other.example" };
    const path = "/api/v1/admin/session";
    const answers = [
      await call(session.GET, "GET", { path, headers: origin }),
      await call(session.PUT, "PUT", { path, headers: origin }),
      await call(session.OPTIONS, "OPTIONS", { path, headers: origin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 405, 204]);
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});
