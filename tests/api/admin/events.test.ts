import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminEvents } from "@/app/api/v1/admin/events/[[...path]]/route";
import { operations as adminNotificationChannels } from "@/app/api/v1/admin/notification-channels/[[...path]]/route";
import { operations as adminDeliveries } from "@/app/api/v1/admin/notification-deliveries/[[...path]]/route";
import { db } from "@/lib/db/client";
import { shopEventTypes } from "@/lib/notifications/outbound/schema";
import { forgetAsked, publishForPrograms } from "@/lib/operations/events/publish-events";
import { aStaffToken } from "../../support/builders/accounts";
import { channelsOfTest, sendAll } from "../../support/builders/operator-channels";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { expectStaffOnly } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";

const { staff, service, settingsOf, aChannel } = channelsOfTest();

interface Event {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}
const list = async (query = "") =>
  (
    await staff.call<{ events: Event[]; has_more: boolean }>(adminEvents.listEvents, "GET", {
      path: `/?${query}`,
    })
  ).data;
const every = Object.fromEntries(shopEventTypes.map((type) => [type, "on"]));

async function aSale() {
  const { sku } = await aProduct({ keys: 20 });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  return db().order.findUniqueOrThrow({ where: { id: orderId } });
}
async function tellPrograms() {
  await publishForPrograms();
  await sendAll();
}
const told = () => service().sent.map(({ body }) => (body as unknown as Event).type);
const change = (id: number, body: object) =>
  staff.call(adminNotificationChannels.updateNotificationChannel, "PATCH", {
    params: { id: String(id) },
    body,
  });

beforeEach(forgetAsked);

describe("the feed of events", () => {
  it("is read by staff, or a token, who may see orders and stock, a page at a time [C136]", async () => {
    await expectStaffOnly(adminEvents.listEvents, "GET", {}, null);
    const partly = await aStaffToken(["orders:read"]);
    expect((await call(adminEvents.listEvents, "GET", { headers: partly.headers })).status).toBe(403);
    const { headers } = await aStaffToken(["orders:read", "stock:read"]);
    expect((await call(adminEvents.listEvents, "GET", { headers })).data).toEqual({
      events: [],
      has_more: false,
    });
    const { orderNo } = await aSale();
    const first = await list("limit=2");
    expect(first).toMatchObject({
      has_more: true,
      events: [
        { type: "order.created", data: { order_no: orderNo } },
        { type: "order.paid", data: { order_no: orderNo } },
      ],
    });
    const rest = await list(`after=${first.events[1]?.id}`);
    expect(rest).toMatchObject({ has_more: false, events: [{ type: "order.delivered" }] });
    expect((await list(`after=${rest.events[0]?.id}`)).events).toEqual([]);
    expect((await list("type=order.paid")).events).toHaveLength(1);
    for (const query of ["after=1", "after=evt_", "after=evt_x", "type=sale", "limit=0", "limit=501"])
      expect((await staff.call(adminEvents.listEvents, "GET", { path: `/?${query}` })).status).toBe(400);
    const wrong = await staff.call(adminEvents.listEvents, "GET", { path: "/?after=1" });
    expect(wrong.json.msg).toBe("after: must be the id of an event, like evt_123");
  });
});

describe("a program that is sent events", () => {
  it("gets each under its own id, one a message, signed by Standard Webhooks, again under the same id [C136]", async () => {
    await aChannel("events", { events: every });
    const { orderNo } = await aSale();
    await tellPrograms();
    const sent = service().sent.map(({ body, headers }) => ({ ...(body as unknown as Event), headers }));
    expect(sent.map(({ type }) => type)).toEqual(["order.created", "order.paid", "order.delivered"]);
    const { events } = await list();
    for (const [index, { headers, ...event }] of sent.entries()) {
      expect(event).toEqual(events[index]);
      expect(event.data.order_no).toBe(orderNo);
      expect(headers["webhook-id"]).toBe(event.id);
    }
    const delivery = await db().notificationDelivery.findFirstOrThrow({ where: { kind: "order.paid" } });
    expect(delivery.status).toBe("sent");
    const params = { id: String(delivery.id) };
    expect((await staff.call(adminDeliveries.resendDelivery, "POST", { params })).status).toBe(200);
    await sendAll();
    expect(service().sent.at(-1)?.body).toEqual(service().sent[1]?.body);
    expect(service().sent.at(-1)?.headers["webhook-id"]).toBe(sent[1]?.id);
  });

  it("gets the types that it wants, and nothing of before or of its pause, which the feed has [C136]", async () => {
    await list();
    await aSale();
    const { id } = await aChannel("events", { events: { "order.paid": "on", "stock.out": "on" } });
    await tellPrograms();
    expect(told()).toEqual([]);
    await aSale();
    await tellPrograms();
    expect(told()).toEqual(["order.paid"]);
    await change(id, { is_enabled: false });
    await aSale();
    await tellPrograms();
    await change(id, { is_enabled: true });
    await tellPrograms();
    expect(told()).toEqual(["order.paid"]);
    await aSale();
    await tellPrograms();
    expect(told()).toEqual(["order.paid", "order.paid"]);
    expect((await list("type=order.paid")).events).toHaveLength(4);
  });

  it("is tried with a message of its own kind, and told again later while it is away [C136]", async () => {
    const { id } = await aChannel("events", { events: every });
    const params = { id: String(id) };
    const trial = await staff.call(adminNotificationChannels.testNotificationChannel, "POST", { params });
    expect(trial.data).toMatchObject({ sent: true });
    expect(service().sent).toMatchObject([
      {
        body: { id: expect.stringMatching(/^test_/), type: "test", created_at: expect.any(String), data: {} },
      },
    ]);
    service().state.down = true;
    await aSale();
    await tellPrograms();
    expect(await db().notificationDelivery.count({ where: { status: "pending", attemptCount: 1 } })).toBe(3);
  });

  it("takes types and no kinds of messages to people, and the other way round [C136]", async () => {
    const made = (provider: string, events: object) =>
      staff.call(adminNotificationChannels.createNotificationChannel, "POST", {
        body: { name: "x", provider, settings: settingsOf()[provider], events },
      });
    const wrong = await made("events", { sale: "on" });
    expect([wrong.status, wrong.headers.get("x-error-field")]).toEqual([400, "events.sale"]);
    expect((await made("webhook", { "order.paid": "on" })).status).toBe(400);
    const { id } = await aChannel("webhook");
    expect((await change(id, { events: { "stock.out": "on" } })).status).toBe(400);
  });
});
