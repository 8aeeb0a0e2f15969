import { describe, expect, it } from "vitest";
import { operations as adminReports } from "@/app/api/v1/admin/reports/[[...path]]/route";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { addSeconds, now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Morning } from "@/lib/operations/morning/schema";
import { tellMorning } from "@/lib/operations/morning/tell-morning";
import { channelsOfTest, sendAll } from "../../support/builders/operator-channels";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { staffOfTest } from "../../support/harness/admin-suite";

const { aChannel, service, staff } = channelsOfTest();
const support = staffOfTest("support");

async function sell(priceCents: bigint) {
  const { sku } = await aProduct({ keys: 1, priceCents });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
}

async function look(as = staff): Promise<Morning> {
  const { status, text, data } = await as.call<Morning>(adminReports.getMorning, "GET");
  expect(status, text).toBe(200);
  return data;
}

describe("the morning of an operator", () => {
  it("says what happened since the last look of this person, and begins anew when it was seen [C157]", async () => {
    await sell(1000n);
    expect(await look()).toMatchObject({ paid_orders: 1, revenue: "10.00", refunded: "0.00" });
    await staff.call(adminSession.noteLook, "POST");
    testClock.set(addSeconds(now(), 60));
    await sell(250n);
    testClock.set(addSeconds(now(), 60));
    expect(await look()).toMatchObject({ paid_orders: 1, revenue: "2.50" });
    // Somebody else has not looked yet.
    expect(await look(support)).toMatchObject({ paid_orders: 2, revenue: "12.50" });
  });

  it("has the state of each thing that a sale needs, as far as the role may read of it", async () => {
    await aProduct({ keys: 0 });
    const owner = await look();
    expect(owner.needs.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["database", "worker", "disk", "clock", "channel", "stock", "mail"]),
    );
    expect(owner.needs.find(({ kind }) => kind === "stock")).toMatchObject({ state: "failing" });
    expect(owner.waiting).toBeGreaterThan(0);
    expect(owner.first_task).not.toBeNull();
    const kinds = (await look(support)).needs.map(({ kind }) => kind);
    expect(kinds).toContain("stock");
    expect(kinds).not.toContain("disk");
  });

  it("comes once a day in the hour that was chosen, to the channels that want it, however often it is asked for [C157]", async () => {
    await db().setting.createMany({
      data: [
        { key: "timeZone", value: "Asia/Shanghai" },
        { key: "summaryHour", value: 7 },
      ],
    });
    await aChannel("telegram", { events: { morning: "on" } });
    const at = async (time: string) => {
      testClock.set(new Date(time));
      await Promise.all([tellMorning(), tellMorning()]);
      await sendAll();
    };
    testClock.set(new Date("2026-03-01T12:00:00Z"));
    await sell(1000n);
    await at("2026-03-01T22:50:00Z");
    expect(service().sent).toHaveLength(0);
    await at("2026-03-01T23:00:00Z");
    await at("2026-03-01T23:50:00Z");
    expect(service().sent).toHaveLength(1);
    const text = String(service().sent[0]?.body.text);
    expect(text).toContain("How the shop stands, 2026-03-02");
    expect(text).toContain("In the last 24 hours one order was paid: 10.00 USD");
    expect(text).toMatch(/waits? for a person/);
    expect(text).toContain("Needs attention: Work in the background");
    await at("2026-03-02T23:10:00Z");
    expect(service().sent).toHaveLength(2);
    expect(String(service().sent[1]?.body.text)).toContain("nothing was sold");
  });
});
