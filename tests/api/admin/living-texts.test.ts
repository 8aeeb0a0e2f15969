import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import * as product from "@/app/api/v1/public/products/[slug]/route";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { listTexts } from "@/lib/fulfillment/kinds/living/list-texts";
import { remindOfOldTexts } from "@/lib/fulfillment/kinds/living/remind-of-old-texts";
import type { LivingTextList } from "@/lib/fulfillment/kinds/living/schema";
import { getSiteOrder } from "@/lib/interconnect/main/queries";
import { openCallbackBody, queueCallbacks } from "@/lib/interconnect/main/queue-callbacks";
import { endAccesses } from "@/lib/orders/deliver/end-accesses";
import { redeliverFailed } from "@/lib/orders/deliver/redeliver-failed";
import { tellReadersOfText } from "@/lib/orders/deliver/tell-readers";
import { order, orderIdOf, readOrder } from "../../support/builders/guest-orders";
import { pay, refundByHand, reportDispute } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";
import { recordStatements } from "../../support/harness/statements";

const staff = staffOfTest("manager");
type Sku = { id: number; productId: number };
const day = 86_400;

const write = (sku: Sku, content: string, more: object = {}) =>
  staff.call<{ number: number; changed: boolean }>(adminSkus.changeLivingText, "POST", {
    params: { id: String(sku.id) },
    body: { content, ...more },
  });
const history = async (sku: Sku) =>
  (await staff.call<LivingTextList>(adminSkus.listLivingTexts, "GET", { params: { id: String(sku.id) } }))
    .data;

/** Without a session, which a moved clock ends. */
const rewrite = async (sku: Sku, content: string) =>
  changeText(await anAdmin(), aClient(), sku.id, { content });

async function anOption(settings: object = {}, text: string | null = "first password"): Promise<Sku> {
  const { sku } = await aProduct({ kind: "text" });
  await db().sku.update({ where: { id: sku.id }, data: { contentSealed: null } });
  const saved = await staff.call(adminSkus.saveDelivery, "PUT", {
    params: { id: String(sku.id) },
    body: { settings: { living: settings } },
  });
  expect(saved.status, saved.text).toBe(200);
  if (text !== null) expect((await write(sku, text)).data).toEqual({ number: 1, changed: true });
  return sku;
}

async function aSale(sku: Sku) {
  const { data } = await order(sku);
  const { order_no: orderNo, guest_token: token } = data;
  const id = await orderIdOf(orderNo);
  await pay(id);
  const read = async () => (await readOrder(orderNo, token)).data;
  return { id, orderNo, read, text: async () => (await read()).fulfillment.payload };
}

/** The order of a sale as if an agent site had made it. */
async function byAgent(orderId: number) {
  const { site } = await aSite({ callbackUrl: "http://127.0.0.1:9/api/v1/interconnect/callback" });
  await db().order.update({ where: { id: orderId }, data: { siteId: site.id, buyerKind: "site" } });
  await db().siteOrder.create({
    data: {
      orderId,
      siteId: site.id,
      downstreamOrderNo: `D${orderId}`,
      settlementMode: "prepaid",
      contentHash: new Uint8Array(),
    },
  });
  return { kind: "site", siteId: site.id } as const;
}

async function payloadsSent(orderId: number): Promise<(string | undefined)[]> {
  await queueCallbacks(orderId);
  const rows = await db().callback.findMany({
    where: { orderId, event: "order.secret_changed" },
    orderBy: { id: "asc" },
    omit: { bodySealed: false },
  });
  return rows.map(
    ({ orderEventId, bodySealed }) =>
      JSON.parse(openCallbackBody(orderEventId, bodySealed)).fulfillment.payload,
  );
}

const jobs = (orderId: number) =>
  db().$queryRaw<{ at: Date }[]>`
    SELECT run_at AS at FROM graphile_worker.jobs WHERE key LIKE ${`living:${orderId}:%`}`;
const events = (orderId: number) => db().orderEvent.count({ where: { orderId, kind: "secret_replaced" } });
const mails = () => db().mail.count({ where: { kind: "order_secret_changed" } });

/** More buyers of the same text, as the rows that a sale leaves. */
async function addReaders(orderId: number, count: number): Promise<void> {
  await db().$executeRaw`
    WITH o AS (
      INSERT INTO orders (order_no, buyer_kind, email, currency, status, payment_status, fulfillment_status, original_cents,
        amount_cents, expire_at, paid_at, delivered_at, updated_at)
      SELECT order_no || n, buyer_kind, n || email, currency, status, payment_status, fulfillment_status, original_cents,
        amount_cents, expire_at, paid_at, delivered_at, updated_at FROM orders, generate_series(1, ${count}::int) AS n WHERE id = ${orderId}
      RETURNING id),
    i AS (
      INSERT INTO order_items (order_id, position, product_id, sku_id, slug, title, quantity, unit_price_cents, total_cents,
        delivery, auto_secret_kind, fulfillers)
      SELECT o.id, position, product_id, sku_id, slug, title, quantity, unit_price_cents, total_cents, delivery,
        auto_secret_kind, fulfillers FROM order_items, o WHERE order_id = ${orderId} RETURNING id, sku_id),
    f AS (
      INSERT INTO fulfillments (order_item_id, status, updated_at) SELECT id, 'ready', now() FROM i RETURNING id)
    INSERT INTO living_accesses (fulfillment_id, sku_id, given_at, told_number)
    SELECT f.id, (SELECT min(sku_id) FROM i), now(), 1 FROM f`;
}

describe("living texts", () => {
  beforeEach(() => () => testClock.reset());

  it("are read by every buyer as they are now, and by staff as they were, with an audit entry", async () => {
    const sku = await anOption({ days: 30 });
    const [one, two] = [await aSale(sku), await aSale(sku)];
    expect(await one.text()).toBe("first password");
    expect((await write(sku, "second password", { note: "leaked" })).data).toEqual({
      number: 2,
      changed: true,
    });
    expect((await write(sku, "second password")).data).toEqual({ number: 2, changed: false });
    for (const sale of [one, two]) expect(await sale.text()).toBe("second password");
    expect((await one.read()).items[0]).toMatchObject({
      delivers: ["living"],
      fulfillment: { secrets: ["second password"], living: { state: "current", text: "second password" } },
    });
    const { readers, versions } = await history(sku);
    expect([readers, versions.map(({ number }) => number), versions[0]?.note]).toEqual([2, [2, 1], "leaked"]);
    expect(versions[1]?.replaced_at).toBe(versions[0]?.created_at);
    const params = { id: String(sku.id), number: "1" };
    const shown = await staff.call<{ content: string }>(adminSkus.revealLivingText, "POST", { params });
    expect(shown.data.content).toBe("first password");
    expect((await audits()).map(({ action }) => action)).toContain("sku.reveal_living_text");
    const stored = await db().livingText.findMany({ omit: { contentSealed: false } });
    for (const { contentSealed } of stored)
      expect(Buffer.from(contentSealed).toString("latin1")).not.toContain("password");
    await expectStaffOnly(adminSkus.listLivingTexts, "GET", { params: { id: String(sku.id) } }, null);
    const { slug } = await db().product.findUniqueOrThrow({ where: { id: sku.productId } });
    const page = await call<{ skus: object[] }>(product.GET, "GET", { params: { slug } });
    expect(page.data.skus).toMatchObject([{ living: { days: 30, until: null } }]);
  });

  it("keep what another member of staff wrote meanwhile, and deliver what waited for the first one", async () => {
    const sku = await anOption({}, null);
    const { id, text, read } = await aSale(sku);
    expect((await read()).fulfillment.status).toBe("failed");
    const saved = await Promise.all(["a", "b"].map((content) => write(sku, content, { after: 0 })));
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
    expectRefusal(await write(sku, "c", { after: 0 }), 409, /^content: /, 40906);
    await redeliverFailed(sku.id);
    expect(await text()).toMatch(/^[ab]$/);
    await pay(id).catch(() => undefined);
    expect(await db().livingAccess.count()).toBe(1);
  });

  it("are changed by the same statements for one buyer and for many, who are each told once, by two processes too", async () => {
    const sku = await anOption();
    const { id } = await aSale(sku);
    const few = await recordStatements(() => write(sku, "for one"));
    await addReaders(id, 450);
    const many = await recordStatements(() => write(sku, "for many"));
    expect(many.length).toBe(few.length);
    await Promise.all([tellReadersOfText(sku.id), tellReadersOfText(sku.id)]);
    await tellReadersOfText(sku.id);
    expect(await db().livingAccess.count({ where: { toldNumber: 3 } })).toBe(451);
    const told = await db().orderEvent.groupBy({
      by: ["orderId"],
      where: { kind: "secret_replaced" },
      _count: true,
    });
    expect([told.length, Math.max(...told.map(({ _count }) => _count))]).toEqual([451, 1]);
    // Sixty a minute.
    const [spread] = await db().$queryRaw<{ minutes: number; most: number }[]>`
      SELECT count(*)::int AS minutes, max(jobs)::int AS most FROM (
        SELECT count(*) AS jobs FROM graphile_worker.jobs WHERE key LIKE 'living:%' AND key NOT LIKE ${`living:${id}:%`}
        GROUP BY run_at) AS at`;
    expect(spread?.minutes).toBeGreaterThanOrEqual(8);
    expect(spread?.most).toBeLessThanOrEqual(120);
  });

  it("send one mail for changes that follow each other, and another one when the text is what it was before", async () => {
    const sku = await anOption({ mail_minutes: 30 });
    const { id } = await aSale(sku);
    const change = async (content: string) => {
      await write(sku, content);
      await tellReadersOfText(sku.id);
    };
    const mail = async () => {
      await db().$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE key LIKE ${`living:${id}:%`}`;
      await orderMails["order.secret_changed"]({ orderId: id });
    };
    await change("b");
    expect(await jobs(id)).toHaveLength(1);
    await mail();
    const first = (await db().livingAccess.findFirstOrThrow()).mailAt?.getTime() ?? 0;
    testClock.advance(60);
    await change("c");
    testClock.advance(60);
    await change("first password");
    const [waiting, ...others] = await jobs(id);
    expect([waiting?.at.getTime(), others]).toEqual([first + 30 * 60_000, []]);
    testClock.advance(30 * 60);
    await mail();
    await mail();
    expect([await mails(), await events(id)]).toEqual([2, 3]);
  });

  it("end with their time, with a dispute until it is won, and with a refund", async () => {
    const sku = await anOption({ days: 2 });
    const { id, orderNo, text, read } = await aSale(sku);
    await reportDispute({ id, orderNo }, "open");
    expect(await text()).toBe("The access is suspended while the payment is disputed.");
    await write(sku, "second");
    await tellReadersOfText(sku.id);
    expect([await events(id), (await history(sku)).readers]).toEqual([0, 0]);
    await reportDispute({ id, orderNo }, "won");
    await tellReadersOfText(sku.id);
    expect([await text(), await events(id)]).toEqual(["second", 1]);
    const late = await aSale(sku);
    await refundByHand(late.orderNo);
    expect([await late.text(), (await history(sku)).readers]).toEqual([undefined, 1]);
    testClock.advance(2 * day);
    expect((await read()).items[0]?.fulfillment.living?.state).toBe("ended");
    expect(await text()).toMatch(/^The access ended on \d{4}-\d\d-\d\d\.$/);
    await rewrite(sku, "third");
    await tellReadersOfText(sku.id);
    expect([await events(id), (await listTexts(sku.id)).readers]).toEqual([1, 0]);
    await db().order.updateMany({ where: { id }, data: { locale: "zh" } });
    expect(await text()).toContain("访问已于");
  });

  it("reach agent sites at once, each change and the end", async () => {
    const sku = await anOption({ days: 2 });
    const { id, orderNo } = await aSale(sku);
    const agent = await byAgent(id);
    // Had the agent bought it from the beginning, its end would still be to be passed on.
    await db().livingAccess.updateMany({ data: { endedAt: null } });
    const payload = async () => (await getSiteOrder(agent, orderNo)).fulfillment;
    expect(await payload()).toEqual({ status: "ready", payload: "first password" });
    for (const content of ["second", "third"]) {
      await write(sku, content);
      await tellReadersOfText(sku.id);
      const [job] = await jobs(id);
      expect(job?.at.getTime()).toBeLessThanOrEqual(Date.now());
      expect((await payloadsSent(id)).at(-1)).toBe(content);
    }
    testClock.advance(2 * day);
    await Promise.all([endAccesses(), endAccesses()]);
    await endAccesses();
    const sent = await payloadsSent(id);
    expect(sent.slice(0, 2)).toEqual(["second", "third"]);
    expect(sent).toHaveLength(3);
    expect(sent[2]).toMatch(/^The access ended on /);
    expect((await payload()).payload).toBe(sent[2]);
  });

  it("are told once to the operator when they were not changed for the time that their option says", async () => {
    const sku = await anOption({ remind_days: 90 });
    const open = () => db().alert.count({ where: { kind: "stock.text_old", resolvedAt: null } });
    await remindOfOldTexts();
    expect(await open()).toBe(0);
    testClock.advance(91 * day);
    await remindOfOldTexts();
    await remindOfOldTexts();
    expect(await db().alert.findMany({ where: { kind: "stock.text_old" } })).toMatchObject([{ count: 1 }]);
    await rewrite(sku, "rotated");
    expect(await open()).toBe(0);
  });
});
