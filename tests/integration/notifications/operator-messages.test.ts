import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { operations as adminNotificationChannels } from "@/app/api/v1/admin/notification-channels/[[...path]]/route";
import { operations as adminNotificationDeliveries } from "@/app/api/v1/admin/notification-deliveries/[[...path]]/route";
import { sendQueuedEvents } from "@/lib/checkout/tell-operator";
import { addSeconds, now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { endAlert, raiseAlert } from "@/lib/notifications/alerts/raise-alert";
import { sendDelivery, sweepDeliveries } from "@/lib/notifications/outbound/send-delivery";
import {
  aManualSale,
  channelJobs,
  channelsOfTest,
  fanOut,
  sendAll,
} from "../../support/builders/operator-channels";
import { aMember, aRequest, ask } from "../../support/harness/money-members";
import { saying } from "../../support/harness/saying";

const { staff, service, aChannel } = channelsOfTest();

describe("messages to the operator", () => {
  it("makes one message of a hundred of a kind in a minute", async () => {
    await aChannel("telegram", { events: { stock_out: "on", sale: "on" } });
    const raise = (n: number) =>
      inTransaction((tx) =>
        raiseAlert(tx, {
          kind: "stock.out",
          data: { title: `Atlas ${n}`, sku: "1 year" },
          reference: `sku:${n}`,
        }),
      );
    await raise(0);
    await sendAll();
    expect(service().sent).toHaveLength(1);
    for (let n = 1; n <= 100; n++) await raise(n);
    await fanOut();
    const rows = await db().$queryRaw<{ late: boolean }[]>`
      SELECT j.run_at > now() + interval '30 seconds' AS late FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'operator.message' ORDER BY j.id DESC LIMIT 1`;
    expect(rows).toEqual([{ late: true }]);
    await sendAll();
    expect(service().sent).toHaveLength(2);
    expect(service().sent[1]?.body.text).toMatch(
      /<b>100 × sold out<\/b>[\s\S]*Atlas 1 .*[\s\S]*and more: 90/,
    );
  });

  it("sends an event once, whichever worker takes it from the queue", async () => {
    await aChannel("telegram", { events: { sale: "on" } });
    await aManualSale();
    await fanOut();
    await fanOut();
    const [turn] = await channelJobs("operator.message");
    if (!turn) throw new Error("no message was queued");
    await Promise.all(Array.from({ length: 5 }, () => sendQueuedEvents(turn)));
    const sends = await channelJobs("operator.send");
    expect(sends).toHaveLength(1);
    await Promise.all(
      sends.flatMap(({ deliveryId }) => [sendDelivery(deliveryId), sendDelivery(deliveryId)]),
    );
    expect(service().sent).toHaveLength(1);
  });

  it("tells who may approve of a request for money: how much, for whom and who asked; asked twice it is one [A31]", async () => {
    await aChannel("telegram", { events: { money_request: "on" } });
    const asker = await aMember({ act: 100n });
    const { user, body } = await aRequest(asker);
    await ask(asker, body);
    await sendAll();
    const [message, ...others] = service().sent;
    expect(others).toEqual([]);
    expect(message?.body.text).toMatch(/Approve or refuse: 80\.00 USD/);
    expect(message?.body.text).toContain(`user:${user.id}`);
    expect(message?.body.text).toContain(asker.staff.email);
    expect(JSON.stringify(message?.body)).toContain("/admin/money-requests");
  });

  it("waits for the end of quiet hours, except with urgent kinds", async () => {
    testClock.set(new Date("2026-03-01T23:30:00Z"));
    await db().setting.create({ data: { key: "timeZone", value: "UTC" } });
    await db().staffSession.updateMany({
      data: { lastSeenAt: new Date("2026-03-01T23:30:00Z"), expiresAt: new Date("2026-03-03T00:00:00Z") },
    });
    await aChannel("telegram", {
      events: { stock_out: "on", order_failed: "always" },
      quiet_from: 22 * 60,
      quiet_to: 7 * 60,
    });
    const alert = { data: { title: "Atlas", sku: "x", orderNo: "K0", reason: "x" } };
    await inTransaction((tx) => raiseAlert(tx, { kind: "stock.out", ...alert }));
    await inTransaction((tx) => raiseAlert(tx, { kind: "order.failed", ...alert }));
    await fanOut();
    const rows = await db().$queryRaw<{ kind: string; at: Date }[]>`
      SELECT j.payload ->> 'kind' AS kind, j.run_at AS at FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'operator.message' ORDER BY 1`;
    expect(rows).toEqual([
      { kind: "order_failed", at: new Date("2026-03-01T23:30:00Z") },
      { kind: "stock_out", at: new Date("2026-03-02T07:00:00Z") },
    ]);
  });

  it("tries again while a service is out of order, says so, and sends again when asked", async () => {
    const { id } = await aChannel("telegram", { events: { sale: "on" } });
    await aManualSale();
    service().state.down = true;
    await sendAll();
    const delivery = await db().notificationDelivery.findFirstOrThrow();
    expect(delivery).toMatchObject({
      status: "pending",
      attemptCount: 1,
      lastError: saying("Telegram answered 503"),
    });
    for (let attempt = 2; attempt <= 10; attempt++) {
      await db().notificationDelivery.updateMany({ data: { nextAttemptAt: new Date(0) } });
      await sendDelivery(delivery.id);
    }
    expect(await db().notificationDelivery.findFirstOrThrow()).toMatchObject({
      status: "failed",
      attemptCount: 10,
    });
    expect(await db().alert.findMany()).toMatchObject([
      { kind: "notification.failed", reference: `notification_channel:${id}` },
    ]);
    expect(
      (
        await staff.call(adminNotificationChannels.getNotificationChannel, "GET", {
          params: { id: String(id) },
        })
      ).data,
    ).toMatchObject({
      failing_since: expect.any(String),
      last_error: "Telegram answered 503",
    });
    service().state.down = false;
    const params = { id: String(delivery.id) };
    expect(
      (await staff.call(adminNotificationDeliveries.resendDelivery, "POST", { params })).data,
    ).toMatchObject({ status: "pending" });
    await sendDelivery(delivery.id);
    expect((await staff.call(adminNotificationDeliveries.getDelivery, "GET", { params })).data).toMatchObject(
      {
        status: "sent",
        attempts: 1,
      },
    );
    expect(
      (await staff.call<{ log: unknown[] }>(adminNotificationDeliveries.getDelivery, "GET", { params })).data
        .log,
    ).toHaveLength(11);
    expect(
      (await staff.call(adminNotificationDeliveries.listDeliveries, "GET", { path: "/x?status=sent" })).data,
    ).toMatchObject({
      total: 1,
    });
    expect(
      (
        await staff.call(adminNotificationChannels.getNotificationChannel, "GET", {
          params: { id: String(id) },
        })
      ).data,
    ).toMatchObject({
      failing_since: null,
    });
  });

  it.each([
    [
      "telegram",
      (response) => response.writeHead(429).end('{"ok":false,"parameters":{"retry_after":600}}'),
      600,
    ],
    ["webhook", (response) => response.writeHead(429, { "retry-after": "600" }).end(), 600],
    ["discord", (response) => response.writeHead(503, { "retry-after": "999999" }).end(), 24 * 3600],
    ["webhook", (response) => response.writeHead(503).end(), 5],
    ["webhook", (response) => response.writeHead(410).end(), null],
  ] satisfies [string, (response: ServerResponse) => unknown, number | null][])(
    "asks %s again when it says so, and not at all after 410 [C97] (%#)",
    async (provider, says, seconds) => {
      testClock.set(new Date());
      await aChannel(provider, { events: { sale: "on" } });
      await aManualSale();
      service().state.says = says;
      await sendAll();
      service().state.says = null;
      expect(await db().notificationDelivery.findFirstOrThrow()).toMatchObject({
        status: seconds === null ? "failed" : "pending",
        attemptCount: 1,
        nextAttemptAt: seconds === null ? null : addSeconds(now(), seconds),
      });
    },
  );

  it("sends again what a dead worker had taken", async () => {
    await aChannel("telegram", { events: { sale: "on" } });
    await aManualSale();
    await fanOut();
    for (const turn of await channelJobs("operator.message")) await sendQueuedEvents(turn);
    await db().notificationDelivery.updateMany({
      data: { attemptCount: 1, nextAttemptAt: new Date(Date.now() - 120_000) },
    });
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepDeliveries();
    for (const { deliveryId } of await channelJobs("operator.send")) await sendDelivery(deliveryId);
    expect(service().sent).toHaveLength(1);
  });

  it("tells of an alert when it opens and when it opens again, and not of its repeats, also at once", async () => {
    await aChannel("telegram", { events: { stock_out: "on" } });
    const raise = () =>
      inTransaction((tx) => raiseAlert(tx, { kind: "stock.out", data: { title: "A", sku: "b" } }));
    await Promise.all([1, 2, 3].map(raise));
    await raise();
    expect(await db().operatorEvent.count()).toBe(1);
    expect(await db().alert.findMany()).toMatchObject([{ count: 4, resolvedAt: null }]);
    await inTransaction((tx) => endAlert(tx, "stock.out:"));
    await raise();
    await raise();
    expect(await db().operatorEvent.count()).toBe(2);
  });

  it("keeps no event without a subscribed channel, and none of a deleted channel", async () => {
    const { id } = await aChannel("telegram", { events: { stock_out: "on" } });
    await aManualSale();
    expect(await db().operatorEvent.count()).toBe(0);
    await inTransaction((tx) => raiseAlert(tx, { kind: "stock.out", data: { title: "A", sku: "b" } }));
    await fanOut();
    expect(
      (
        await staff.call(adminNotificationChannels.deleteNotificationChannel, "DELETE", {
          params: { id: String(id) },
        })
      ).data,
    ).toEqual({
      deleted: true,
    });
    await sendAll();
    expect(service().sent).toEqual([]);
  });
});
