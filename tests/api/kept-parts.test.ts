import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import * as answers from "@/app/api/v1/delivery-answers/route";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { sendRequest } from "@/lib/orders/delivery-requests/send-request";
import { revealOrder } from "@/lib/orders/staff/admin-queries";
import { order, orderIdOf, readOrder } from "../support/builders/guest-orders";
import { pay, refundByHand } from "../support/builders/orders";
import { aClient, anAdmin } from "../support/builders/products";
import { aMadeProduct, sellerServer } from "../support/fakes/seller-server";
import { call } from "../support/harness/call";

const seller = sellerServer();

it("shows staff what the seller's server made of an item that was paid back before the person delivered, and never its buyer", async () => {
  const { sku, secret } = await aMadeProduct(seller.url, { kind: "none" });
  const { data } = await order(sku);
  await pay(await orderIdOf(data.order_no));
  const { publicId: request_id, id } = await db().deliveryRequest.findFirstOrThrow();
  seller.says("", 202);
  await sendRequest(id);
  const actor = await anAdmin();
  const shown = async () =>
    (await revealOrder(actor, aClient(), data.order_no)).items.map(({ fulfillment }) => fulfillment.secrets);
  expect(await shown()).toEqual([undefined]);

  const at = now();
  const text = JSON.stringify({ request_id, text: "made\nin two lines" });
  const headers = {
    "content-type": "application/json",
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", at, text),
  };
  const raw = new TextEncoder().encode(text);
  expect((await call(answers.POST, "POST", { raw, headers })).status).toBe(200);
  expect(await shown()).toEqual([["made\nin two lines"]]);

  await refundByHand(data.order_no);
  expect(await shown()).toEqual([["made\nin two lines"]]);
  const own = await readOrder(data.order_no, data.guest_token);
  expect(own.data.fulfillment).toEqual({ status: "revoked" });
  expect(own.data.items[0]?.fulfillment.secrets).toBeUndefined();
});
