import { expect, it } from "vitest";
import { addSeconds, now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { readUsualAnswer } from "@/lib/reports/usual-answer";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

/** First answers to buyers some seconds ago, by the seconds that they waited. */
async function answers(ago: number, ...waits: number[]): Promise<void> {
  const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
  await db().orderEvent.createMany({
    data: waits.map((seconds, at) => ({
      orderId,
      kind: "answered",
      actor: "staff",
      data: { waited_seconds: seconds },
      createdAt: addSeconds(now(), -ago - at),
    })),
  });
}

it("says within how many hours buyers are usually answered, and nothing of a few answers", async () => {
  await answers(0, 60, 60, 60, 60);
  expect(await readUsualAnswer()).toBeNull();
  await answers(0, 60);
  expect(await readUsualAnswer()).toBe(1);
  await answers(0, ...Array.from({ length: 8 }, () => 5400));
  expect(await readUsualAnswer()).toBe(2);
});

it("forgets what was answered more than a month ago", async () => {
  await answers(31 * 86_400, 60, 60, 60, 60, 60);
  expect(await readUsualAnswer()).toBeNull();
});
