import { describe, expect, it } from "vitest";
import { operations as adminBanners } from "@/app/api/v1/admin/banners/[[...path]]/route";
import { operations as adminCategories } from "@/app/api/v1/admin/categories/[[...path]]/route";
import { operations as adminCoupons } from "@/app/api/v1/admin/coupons/[[...path]]/route";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { operations as adminLicenses } from "@/app/api/v1/admin/licenses/[[...path]]/route";
import { operations as adminMailServer } from "@/app/api/v1/admin/mail-server/[[...path]]/route";
import { operations as adminMailTexts } from "@/app/api/v1/admin/mail-texts/[[...path]]/route";
import { operations as adminMemberLevels } from "@/app/api/v1/admin/member-levels/[[...path]]/route";
import { operations as adminNotificationChannels } from "@/app/api/v1/admin/notification-channels/[[...path]]/route";
import { operations as adminPages } from "@/app/api/v1/admin/pages/[[...path]]/route";
import { operations as adminPaymentChannels } from "@/app/api/v1/admin/payment-channels/[[...path]]/route";
import { operations as adminPosts } from "@/app/api/v1/admin/posts/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import { operations as adminStaff } from "@/app/api/v1/admin/staff/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { JsonSchema } from "@/lib/http/description/json-schema";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aProduct, aUser } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { staffOfTest } from "../../support/harness/admin-suite";
import type { CallOptions, call } from "../../support/harness/call";
import { membersOf, readDescription } from "../../support/harness/description";
import { expectRefusal } from "../../support/harness/public-suite";

const { createPost, updatePost } = adminPosts;
const { createPage, updatePage } = adminPages;
const { createBanner, updateBanner } = adminBanners;
const { createCategory, updateCategory } = adminCategories;
const { createCoupon, updateCoupon } = adminCoupons;
const { assignMemberLevel, changeLevelPrices, createMemberLevel, updateMemberLevel } = adminMemberLevels;
const { updateChannel } = adminPaymentChannels;
const { createNotificationChannel, updateNotificationChannel } = adminNotificationChannels;
const { setSitePrices, updateSite } = adminSites;
const { updateConnection } = adminConnections;
const { updateStaff } = adminStaff;

type Handler = Parameters<typeof call>[0];
type Body = Record<string, unknown>;

const admin = staffOfTest();

const made = async (handler: Handler, body: Body): Promise<number> => {
  const { data } = await admin.call<{ id: number }>(handler, "POST", { body });
  expect(data.id).toBeTypeOf("number");
  return data.id;
};

interface Editable {
  write: (body: Body) => Promise<Awaited<ReturnType<typeof call>>>;
  /** The same body in three versions: as it is stored, of one operator, of the other. */
  versions: readonly [Body, Body, Body];
}

const by =
  (handler: Handler, method: string, params: CallOptions["params"]) =>
  (body: Body): Promise<Awaited<ReturnType<typeof call>>> =>
    admin.call(handler, method, { params: params ?? {}, body });

const named = (name: string, rest: Body = {}): readonly [Body, Body, Body] => [
  { [name]: "First", ...rest },
  { [name]: "Second", ...rest },
  { [name]: "Third", ...rest },
];

const kinds: Record<string, () => Promise<Editable>> = {
  async post() {
    const id = await made(createPost, { slug: "a", type: "blog", title: "First" });
    return { write: by(updatePost, "PATCH", { id: String(id) }), versions: named("title") };
  },
  async page() {
    const id = await made(createPage, { slug: "a", title: "First" });
    return { write: by(updatePage, "PATCH", { id: String(id) }), versions: named("title") };
  },
  async banner() {
    const id = await made(createBanner, { title: "First", image: "/sample/banners/shelf.svg" });
    return { write: by(updateBanner, "PATCH", { id: String(id) }), versions: named("title") };
  },
  async category() {
    const id = await made(createCategory, { slug: "a", name: "First" });
    return { write: by(updateCategory, "PATCH", { id: String(id) }), versions: named("name") };
  },
  async coupon() {
    const id = await made(createCoupon, { code: "FIRST", kind: "percent", percent: 5 });
    const version = (code: string) => ({ code, kind: "percent", percent: 5 });
    return {
      write: by(updateCoupon, "PUT", { coupon_id: String(id) }),
      versions: [version("FIRST"), version("SECOND"), version("THIRD")],
    };
  },
  async "member level"() {
    const id = await made(createMemberLevel, { slug: "a", name: "First" });
    return {
      write: by(updateMemberLevel, "PUT", { level_id: String(id) }),
      versions: named("name", { slug: "a" }),
    };
  },
  async "payment channel"() {
    const id = await aChannel({
      gateway_url: "https://pay.example/",
      pid: "1001",
      key: "merchant-key",
      type: "alipay",
      currency: "USD",
    });
    await db().paymentChannel.update({ where: { id }, data: { name: "First" } });
    return { write: by(updateChannel, "PATCH", { id: String(id) }), versions: named("name") };
  },
  async "notification channel"() {
    const id = await made(createNotificationChannel, {
      name: "First",
      provider: "webhook",
      locale: "en",
      is_enabled: false,
      settings: {
        url: "https://example.com/hook",
        secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
      },
      events: {},
    });
    return { write: by(updateNotificationChannel, "PATCH", { id: String(id) }), versions: named("name") };
  },
  async "delivery of an option"() {
    const { sku } = await aProduct();
    const version = (days: number) => ({
      fulfillers: ["file"],
      settings: { file: { downloads: 5, days } },
    });
    await by(adminSkus.saveDelivery, "PUT", { id: String(sku.id) })(version(10));
    return {
      write: by(adminSkus.saveDelivery, "PUT", { id: String(sku.id) }),
      versions: [version(10), version(20), version(30)],
    };
  },
  async "price of an option"() {
    const { sku } = await aProduct({ priceCents: 1000n });
    return {
      write: by(adminSkus.updateSku, "PATCH", { id: String(sku.id) }),
      versions: [{ price: "10.00" }, { price: "11.00" }, { price: "12.00" }],
    };
  },
  async license() {
    const { sku } = await aProduct({ kind: "text" });
    await anOrder({ sku });
    const item = await db().orderItem.findFirstOrThrow({ where: { skuId: sku.id } });
    const sealed = { keySealed: new Uint8Array([1]), keyHash: new Uint8Array([1]) };
    const sold = { orderItemId: item.id, position: 1, skuId: sku.id, product: "atlas", plan: "" };
    const version = (year: number) => ({ expires_at: `${year}-01-01T00:00:00.000Z` });
    await db().license.create({
      data: {
        publicId: "L1",
        ...sealed,
        ...sold,
        maxDevices: 1,
        offlineDays: 1,
        expiresAt: new Date(Date.UTC(2030, 0)),
      },
    });
    return {
      write: by(adminLicenses.changeLicense, "PATCH", { license_id: "L1" }),
      versions: [version(2030), version(2031), version(2032)],
    };
  },
  async "mail text"() {
    const write = by(adminMailTexts.saveMailText, "PUT", { kind: "order_delivered", locale: "en" });
    await write({ subject: "First" });
    return { write, versions: named("subject") };
  },
  async "mail server"() {
    const version = (host: string) => ({ host, port: 587, security: "starttls", from: "shop@example.com" });
    const write = by(adminMailServer.saveMailServer, "PUT", {});
    await write(version("first.example.com"));
    return {
      write,
      versions: [version("first.example.com"), version("second.example.com"), version("third.example.com")],
    };
  },
  async "agent site"() {
    const { site: row } = await aSite();
    await db().site.update({ where: { id: row.id }, data: { name: "First" } });
    return { write: by(updateSite, "PATCH", { site_id: String(row.id) }), versions: named("name") };
  },
  async connection() {
    const { id } = await db().connection.create({
      data: { name: "First", baseUrl: "https://main.example", apiKey: "k", secretSealed: new Uint8Array(0) },
    });
    return { write: by(updateConnection, "PATCH", { connection_id: String(id) }), versions: named("name") };
  },
  async "member of staff"() {
    const other = await aLoggedInAdmin({ role: "viewer" });
    await db().staff.update({ where: { id: other.staff.id }, data: { name: "First" } });
    return { write: by(updateStaff, "PATCH", { id: String(other.staff.id) }), versions: named("name") };
  },
  async "member's level"() {
    const user = await aUser();
    const version = (isFixed: boolean) => ({ member_level_id: null, is_fixed: isFixed });
    return {
      write: by(assignMemberLevel, "PUT", { user_id: String(user.id) }),
      versions: [version(false), version(true), version(true)],
    };
  },
};

describe("two operators who edit the same row", () => {
  it.each(Object.keys(kinds))("%s: the second is refused and may insist", async (kind) => {
    const { write, versions } = await (kinds[kind] as () => Promise<Editable>)();
    const [stored, first, second] = versions;
    expect((await write({ ...first, seen: stored })).status).toBe(200);
    expectRefusal(await write({ ...second, seen: stored }), 409, /has changed meanwhile/, 40906);
    expect((await write({ ...second, seen: first })).status).toBe(200);
    // An agent of the API that says nothing of what it read writes as before.
    expect((await write(stored)).status).toBe(200);
  });

  it("lets two write different members of one row", async () => {
    const id = await made(createPost, { slug: "a", type: "blog", title: "First", summary: "Old" });
    const write = by(updatePost, "PATCH", { id: String(id) });
    expect((await write({ title: "Second", seen: { title: "First" } })).status).toBe(200);
    expect((await write({ summary: "New", seen: { summary: "Old" } })).status).toBe(200);
    expect(await db().post.findUnique({ where: { id } })).toMatchObject({ title: "Second", summary: "New" });
  });

  it("lets one of two win when both save at once", async () => {
    const id = await made(createPost, { slug: "a", type: "blog", title: "First" });
    const write = by(updatePost, "PATCH", { id: String(id) });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => write({ title: `Title ${n}`, seen: { title: "First" } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  it("names the price that was changed, and keeps the prices that are not named", async () => {
    const [{ sku: a }, { sku: b }] = [await aProduct(), await aProduct()];
    const levelId = await made(createMemberLevel, { slug: "a", name: "A" });
    const { site: row } = await aSite();
    const lists = [
      {
        write: by(changeLevelPrices, "PATCH", { level_id: String(levelId) }),
        read: () => db().levelPrice.findMany({ orderBy: { skuId: "asc" } }),
      },
      {
        write: by(setSitePrices, "PUT", { site_id: String(row.id) }),
        read: () => db().sitePrice.findMany({ orderBy: { skuId: "asc" } }),
      },
    ];
    for (const { write, read } of lists) {
      const price = (skuId: number, value: string | null, seen: string | null) => ({
        prices: [{ sku_id: skuId, price: value, seen }],
      });
      expect((await write(price(a.id, "7.00", null))).status).toBe(200);
      expect((await write(price(b.id, "6.00", null))).status).toBe(200);
      expectRefusal(
        await write(price(a.id, "5.00", null)),
        409,
        /^prices\.0\.price: has changed meanwhile/,
        40906,
      );
      expect((await read()).map(({ priceCents }) => priceCents)).toEqual([700n, 600n]);
      expect((await write(price(a.id, null, "7.00"))).status).toBe(200);
      expect((await read()).map(({ skuId }) => skuId)).toEqual([b.id]);
    }
  });
});

/** Changes without a form that two could hold open: one act, or a list that is whole in itself. */
const withoutCheck = [
  // Replaces the list for programs; the admin changes single prices by PATCH.
  "PUT /api/v1/admin/member-levels/{level_id}/prices",
  // One address, which callbacks of test orders go to.
  "PATCH /api/v1/admin/interconnect/sites/{site_id}/test-key",
  // One's own password: the old one is asked.
  "PUT /api/v1/admin/session/password",
];

it("every change of a row in the admin's API takes what the operator read", async () => {
  const document = await readDescription("admin");
  const members = (schema: JsonSchema | undefined) => (schema ? membersOf(document, schema) : {});
  const takesSeen = (schema: JsonSchema): boolean => {
    const { seen, seen_at, prices } = members(schema);
    return Boolean(seen ?? seen_at ?? members(prices?.items as JsonSchema | undefined).seen);
  };
  const missing = Object.entries(document.paths).flatMap(([place, operations]) =>
    (["patch", "put"] as const).flatMap((method) => {
      const body = operations[method]?.requestBody?.content["application/json"]?.schema;
      return body && !takesSeen(body) ? [`${method.toUpperCase()} ${place}`] : [];
    }),
  );
  expect(missing.sort()).toEqual([...withoutCheck].sort());
});
