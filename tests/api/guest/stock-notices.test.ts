import { beforeEach, describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/v1/guest/stock-notices/confirm/route";
import { POST as end } from "@/app/api/v1/guest/stock-notices/end/route";
import { POST as ask } from "@/app/api/v1/guest/stock-notices/route";
import * as unsubscribe from "@/app/api/v1/guest/stock-notices/unsubscribe/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { openMail } from "@/lib/notifications/mails/mail-seal";
import { sealAddress, unsubscribeHeaders } from "@/lib/notifications/stock-notice-link";
import { aLoggedInUser } from "../../support/builders/accounts";
import { anEmail, anIp, aProduct, aSku } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";
import { overrideConfig } from "../../support/harness/test-config";

beforeEach(() => overrideConfig({ "mail.smtpUrl": "smtp://127.0.0.1:9" }));

const request = (body: Record<string, unknown>, ip = anIp()) => call(ask, "POST", { body, ip });
const waiting = () => db().stockNotice.findMany({ orderBy: { id: "asc" } });
const unconfirmed = () => db().stockNoticeRequest.findMany({ orderBy: { id: "asc" } });
const confirmBy = (email: string) => call(confirm, "POST", { body: { token: sealAddress(email) } });
const endBy = (email: string) => call(end, "POST", { body: { token: sealAddress(email) } });
const mailsTo = async (recipient: string) =>
  (await db().mail.findMany({ where: { recipient }, orderBy: { id: "asc" }, select: { kind: true } })).map(
    ({ kind }) => kind,
  );

describe("POST /api/v1/guest/stock-notices", () => {
  it("keeps one request for an option and an address, in the reader's language", async () => {
    const { product, sku } = await aProduct();
    const other = await aSku(product.id);
    const email = anEmail();
    for (const locale of ["zh", "en"]) {
      const answer = await request({ sku_id: sku.id, email: email.toUpperCase(), locale });
      expect([answer.status, answer.data]).toEqual([200, { asked: true }]);
    }
    await request({ sku_id: other.id, email });
    expect(await unconfirmed()).toMatchObject([
      { skuId: sku.id, email, locale: "zh" },
      { skuId: other.id, email, locale: "en" },
    ]);
  });

  it("refuses what can be bought now, so that nobody sends a mail to anybody at once", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { sku: unlimited } = await aProduct({ kind: "text" });
    for (const { id } of [sku, unlimited])
      expectRefusal(await request({ sku_id: id, email: anEmail() }), 409, /in stock/, 40906);
    expect(await waiting()).toEqual([]);
  });

  it("accepts an option that has fewer left than one order takes", async () => {
    const { sku } = await aProduct({ keys: 2, product: { minQuantity: 3 } });
    expect((await request({ sku_id: sku.id, email: anEmail() })).status).toBe(200);
  });

  it("answers an unknown option and one of a draft alike", async () => {
    const { sku } = await aProduct({ product: { status: "draft" } });
    for (const id of [sku.id, 2_000_000_000])
      expectRefusal(await request({ sku_id: id, email: anEmail() }), 404, /not found/);
  });

  it("refuses an address that is none", async () => {
    const { sku } = await aProduct();
    expectRefusal(await request({ sku_id: sku.id, email: "ada" }), 400, /^email: /);
  });

  it("promises no mail in a shop that sends none", async () => {
    overrideConfig({ "mail.smtpUrl": "" });
    const { sku } = await aProduct();
    expectRefusal(await request({ sku_id: sku.id, email: anEmail() }), 409, /mail server/, 40906);
  });

  it("lets an address wait for twenty options and no more, within the requests of one hour", async () => {
    const { product, sku } = await aProduct();
    const email = anEmail();
    const skus = await Promise.all(Array.from({ length: 20 }, () => aSku(product.id)));
    for (const { id } of skus) expect((await request({ sku_id: id, email })).status).toBe(200);
    expectRefusal(await request({ sku_id: sku.id, email }), 409, /20/, 40906);
    await confirmBy(email);
    expectRefusal(await request({ sku_id: sku.id, email }), 409, /20/, 40906);
    expect(await waiting()).toHaveLength(20);
  });

  it("takes thirty requests an hour for one address, and from one network", async () => {
    const { sku } = await aProduct();
    const email = anEmail();
    for (let n = 0; n < 30; n++) expect((await request({ sku_id: sku.id, email })).status).toBe(200);
    expect((await request({ sku_id: sku.id, email })).status).toBe(429);
    const ip = anIp();
    for (let n = 0; n < 30; n++)
      expect((await request({ sku_id: sku.id, email: anEmail() }, ip)).status).toBe(200);
    expect((await request({ sku_id: sku.id, email: anEmail() }, ip)).status).toBe(429);
  });
});

describe("the address of a stock notice", () => {
  it("is confirmed by the link of a first mail, one a day for whatever is asked", async () => {
    const { product, sku } = await aProduct();
    const other = await aSku(product.id);
    const email = anEmail();
    for (const id of [sku.id, other.id, sku.id]) await request({ sku_id: id, email });
    expect([await mailsTo(email), await waiting()]).toEqual([["stock_confirm"], []]);
    testClock.advance(86_400);
    await request({ sku_id: sku.id, email });
    expect(await mailsTo(email)).toEqual(["stock_confirm", "stock_confirm"]);

    const row = await db().mail.findFirstOrThrow({
      where: { recipient: email },
      omit: { textSealed: false, htmlSealed: false },
    });
    const link = /\/stock-notices\/confirm#(\S+)/.exec(openMail(row).text)?.[1] ?? "";
    for (let n = 0; n < 2; n++) {
      const answer = await call(confirm, "POST", { body: { token: link } });
      expect([answer.status, answer.data]).toEqual([200, { confirmed: true }]);
    }
    expect((await waiting()).map(({ skuId }) => skuId)).toEqual([sku.id, other.id]);
    expect(await unconfirmed()).toEqual([]);

    const third = await aSku(product.id);
    await request({ sku_id: third.id, email });
    expect(await waiting()).toHaveLength(3);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it("is begun anew by nobody but its owner after it ended the mails", async () => {
    const { sku } = await aProduct();
    const email = anEmail();
    await endBy(email);
    testClock.advance(3 * 86_400);
    const answer = await request({ sku_id: sku.id, email });
    expect([answer.status, answer.data]).toEqual([200, { asked: true }]);
    expect([await mailsTo(email), await waiting(), await unconfirmed()]).toEqual([[], [], []]);
    expect(JSON.stringify(await db().stockNoticeAddress.findMany())).not.toContain(email);
    await confirmBy(email);
    await request({ sku_id: sku.id, email });
    expect(await waiting()).toHaveLength(1);
  });

  it("needs no mail where somebody is logged in with it, and does for others", async () => {
    const { product, sku } = await aProduct();
    const other = await aSku(product.id);
    const { user, token } = await aLoggedInUser();
    await endBy(user.email);
    const askAs = (email: string, id: number) =>
      call(ask, "POST", { body: { sku_id: id, email }, token, ip: anIp() });
    await askAs(user.email, sku.id);
    expect((await waiting()).map(({ email }) => email)).toEqual([user.email]);
    const stranger = anEmail();
    await askAs(stranger, other.id);
    expect([await waiting(), await mailsTo(user.email), await mailsTo(stranger)]).toEqual([
      [expect.anything()],
      [],
      ["stock_confirm"],
    ]);
  });

  it("is confirmed by no link that this shop did not make", async () => {
    expectRefusal(await call(confirm, "POST", { body: { token: "forged" } }), 400, /link is not complete/);
  });

  it("waits for nothing that was asked while its owner ended it", async () => {
    const { sku } = await aProduct();
    const email = anEmail();
    await confirmBy(email);
    await Promise.all([...Array.from({ length: 5 }, () => request({ sku_id: sku.id, email })), endBy(email)]);
    await request({ sku_id: sku.id, email });
    expect(await waiting()).toEqual([]);
  });
});

describe("POST /api/v1/guest/stock-notices/end", () => {
  it("ends all requests of the address in the link and no others, and says the same again", async () => {
    const { product, sku } = await aProduct();
    const other = await aSku(product.id);
    const [email, stays] = [anEmail(), anEmail()];
    await db().stockNotice.createMany({
      data: [
        { skuId: sku.id, email, locale: "en" },
        { skuId: other.id, email, locale: "en" },
        { skuId: sku.id, email: stays, locale: "en" },
      ],
    });
    for (let n = 0; n < 2; n++) {
      const answer = await call(end, "POST", { body: { token: sealAddress(email) } });
      expect([answer.status, answer.data]).toEqual([200, { ended: true }]);
    }
    expect((await waiting()).map((row) => row.email)).toEqual([stays]);
  });

  it("refuses a link that this shop did not make, or that was cut", async () => {
    const { sku } = await aProduct();
    const email = anEmail();
    await db().stockNotice.create({ data: { skuId: sku.id, email, locale: "en" } });
    const token = sealAddress(email);
    const forged = Buffer.from(email).toString("base64url");
    for (const wrong of ["", token.slice(0, -4), forged, `${token.slice(0, 30)}AAAA${token.slice(34)}`])
      expectRefusal(await call(end, "POST", { body: { token: wrong } }), 400, /link is not complete/);
    expect(await waiting()).toHaveLength(1);
  });
});

describe("the List-Unsubscribe header of a stock notice", () => {
  const linkOf = (email: string) => {
    const { "List-Unsubscribe": header = "" } = unsubscribeHeaders("stock_back", email);
    return new URL(/^<(https?:\/\/[^>]+)>$/.exec(header)?.[1] ?? "");
  };
  const wait = async (email: string) => {
    const { sku } = await aProduct();
    await db().stockNotice.create({ data: { skuId: sku.id, email, locale: "en" } });
  };

  it("ends all requests by the one click of a mail program, and by no reading of the link", async () => {
    const [email, stays] = [anEmail(), anEmail()];
    for (const address of [email, email, stays]) await wait(address);
    const { pathname, search, searchParams } = linkOf(email);
    expect(pathname).toBe("/api/v1/guest/stock-notices/unsubscribe");

    const read = await call(unsubscribe.GET, "GET", { path: pathname + search });
    const page = `/stock-notices#${searchParams.get("token")}`;
    expect([read.status, read.headers.get("location")]).toEqual([303, expect.stringMatching(/^https?:/)]);
    expect(read.headers.get("location")).toContain(page);
    expect(await waiting()).toHaveLength(3);

    for (const headers of [
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "multipart/form-data; boundary=b" },
    ]) {
      const answer = await call(unsubscribe.POST, "POST", {
        path: pathname + search,
        raw: "List-Unsubscribe=One-Click",
        headers,
      });
      expect([answer.status, answer.data]).toEqual([200, { ended: true }]);
    }
    expect((await waiting()).map((row) => row.email)).toEqual([stays]);
  });

  it("ends nothing for a token that this shop did not seal", async () => {
    await wait(anEmail());
    const path = "/api/v1/guest/stock-notices/unsubscribe?token=forged";
    expectRefusal(await call(unsubscribe.POST, "POST", { path, raw: "x" }), 400, /link is not complete/);
    expect(await waiting()).toHaveLength(1);
  });

  it("offers one click over HTTPS only, and no other kind of mail has it", () => {
    overrideConfig({ "server.baseUrl": "https://shop.example" });
    expect(unsubscribeHeaders("stock_back", "a@example.com")).toEqual({
      "List-Unsubscribe": expect.stringMatching(/^<https:\/\/shop\.example\/[!-;=?-~]+>$/),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(unsubscribeHeaders("order_delivered", "a@example.com")).toEqual({});
    overrideConfig({ "server.baseUrl": "http://shop.example" });
    expect(Object.keys(unsubscribeHeaders("stock_back", "a@example.com"))).toEqual(["List-Unsubscribe"]);
  });
});
