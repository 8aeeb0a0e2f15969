import { expect, it } from "vitest";
import * as guestOrders from "@/app/api/v1/guest/orders/route";
import { apiOperations } from "@/app/api/v1/operations";
import { db } from "@/lib/db/client";
import { examples } from "@/lib/http/description/examples";
import { callbackMessage } from "@/lib/interconnect/main/schema";
import { aProduct } from "../../support/builders/products";
import { agentOfTest } from "../../support/fakes/main-site";
import { call } from "../../support/harness/call";
import { readDescription } from "../../support/harness/description";

const { agent, main } = agentOfTest();

/** Names of all members, without what ids, times and keys are. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, shapeOf(part)]),
  );
};
const bodyOf = (name: string) => examples[name]?.body ?? {};

it("each example is what the code takes and answers, member by member", async () => {
  const operations = new Map((await apiOperations()).map(({ name, handler }) => [name, handler.options]));
  for (const [name, { body, answer }] of Object.entries(examples)) {
    const options = operations.get(name);
    if (body) expect((options?.body ?? callbackMessage).safeParse(body).error, name).toBeUndefined();
    if (!answer || !options || options.response === "raw") continue;
    expect(options.response.parse(answer), name).toEqual(answer);
  }
});

it("real calls with the bodies of the examples get answers like theirs", async () => {
  await db().site.update({ where: { id: agent.site.id }, data: { settlementMode: "trust" } });
  const { sku } = await aProduct({ keys: 2, priceCents: 990n });
  const line = { product_id: sku.productId, sku_id: sku.id };
  const created = await main.create({ ...bodyOf("createSiteOrder"), ...line });
  expect(shapeOf(created.data)).toEqual(shapeOf(examples.createSiteOrder?.answer));
  const paid = await main.pay(created.data.upstream_order_no, bodyOf("paySiteOrder"));
  expect(shapeOf(paid.data)).toEqual(shapeOf(examples.paySiteOrder?.answer));
  const read = await main.get(created.data.upstream_order_no);
  expect(shapeOf(read.data)).toEqual(shapeOf(examples.getSiteOrder?.answer));
  const { payment_channel_id: _, ...body } = bodyOf("placeGuestOrder");
  const placed = await call(guestOrders.POST, "POST", { body: { ...body, ...line } });
  expect(placed.status).toBe(200);
});

it("each example stands in the shop's description", async () => {
  const { paths, webhooks } = await readDescription("shop");
  const text = JSON.stringify([paths, webhooks]);
  for (const { body, answer } of Object.values(examples))
    for (const part of [body, answer]) if (part) expect(text).toContain(JSON.stringify(part));
});
