import { describe, expect } from "vitest";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { POST as open } from "@/app/api/v1/gifts/open/route";
import * as ofGuest from "@/app/api/v1/guest/orders/[order_no]/gift/route";
import * as ofUser from "@/app/api/v1/orders/[order_no]/gift/route";
import { POST as placeOwn } from "@/app/api/v1/orders/route";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { db } from "@/lib/db/client";
import type { OpenedGift, SentGift } from "@/lib/orders/gifts/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order, orderIdOf, readOrder } from "../../support/builders/guest-orders";
import { sendQueuedMails } from "../../support/builders/jobs";
import { pay, refundByHand, replaceFirstKey } from "../../support/builders/orders";
import { anEmail, aProduct, keyOf } from "../../support/builders/products";
import type { ReceivedMail } from "../../support/fakes/mail-server";
import { audits, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { it } from "../../support/harness/mail-test";
import { overrideConfig } from "../../support/harness/test-config";

const gift = { email: "kim@example.com", message: "For you.\nSee https://spam.example", from_name: "Alex" };
const staff = staffOfTest();

async function aGift(given: Record<string, unknown> = gift, keys = 3) {
  const { sku } = await aProduct({ keys });
  const { data } = await order(sku, { gift: given });
  const id = await orderIdOf(data.order_no);
  return { id, sku, data, at: { params: { order_no: data.order_no }, token: data.guest_token } };
}

async function aDeliveredGift() {
  const made = await aGift();
  await pay(made.id);
  await orderMails["order.delivered"]({ orderId: made.id });
  await sendQueuedMails();
  return made;
}

const tokenIn = ({ text = "" }: Pick<ReceivedMail, "text">) => /\/gift#t=([\w-]{43})/.exec(text)?.[1] ?? "";
const lastTo = (mails: readonly ReceivedMail[], to: string) => {
  const found = mails.filter((mail) => mail.to.includes(to)).at(-1);
  if (!found) throw new Error(`No mail to ${to}`);
  return found;
};
const opened = (token: string) => call<OpenedGift>(open, "POST", { body: { token } });

describe("an order that is a gift", () => {
  it("says so in each view of it, and mails its recipient a link that shows the goods and nothing of the order [C187]", async ({
    smtp,
  }) => {
    const { data, sku, at, id } = await aDeliveredGift();
    expect(data.gift).toEqual({ ...gift, opened_at: null });
    expect((await readOrder(data.order_no, data.guest_token)).data.gift).toEqual({
      ...gift,
      opened_at: null,
    });
    const mail = lastTo(smtp.mails, gift.email);
    expect(mail.subject).toBe("Alex sent you a gift");
    expect(mail.text).toContain("For you.");
    // No program finds an address in the words of a stranger.
    expect(mail.text).not.toMatch(/https:\/\/spam|spam\.example/);
    expect(mail.html).not.toMatch(/spam\.example/);
    for (const secret of [data.order_no, data.email, "9.90", keyOf(sku.id, 1), data.guest_token])
      expect(`${mail.text}${mail.html}${mail.subject}`).not.toContain(secret);
    const told = await call<SentGift>(ofGuest.GET, "GET", at);
    expect(told.data).toMatchObject({
      state: "sent",
      opened_at: null,
      can_resend: true,
      can_change_email: true,
    });

    const { data: seen } = await opened(tokenIn(mail));
    expect(seen).toMatchObject({ state: "ready", from_name: "Alex", message: gift.message });
    expect(seen.items.map(({ fulfillment }) => fulfillment.secrets)).toEqual([[keyOf(sku.id, 1)]]);
    for (const secret of [data.order_no, data.email, "9.90", "price", "refund", data.guest_token])
      expect(JSON.stringify(seen)).not.toContain(secret);
    expect((await call<SentGift>(ofGuest.GET, "GET", at)).data).toMatchObject({
      opened_at: expect.any(String),
      can_change_email: false,
    });
    const kinds = (await db().orderEvent.findMany({ where: { orderId: id } })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "gift_opened")).toHaveLength(1);
    expect(await db().giftToken.findMany({ select: { tokenHash: true } })).not.toContain(tokenIn(mail));
  });

  it("shows its buyer the goods on the page that they ask for, and by no mail [C190]", async ({ smtp }) => {
    const { data, sku } = await aDeliveredGift();
    const mail = lastTo(smtp.mails, data.email ?? "");
    expect(mail.text).toContain(gift.email);
    expect(`${mail.text}${mail.html}`).not.toContain(keyOf(sku.id, 1));
    const read = await readOrder(data.order_no, data.guest_token);
    expect(read.data.fulfillment.payload).toBe(keyOf(sku.id, 1));
  });

  it("keeps its link after a key was replaced and tells of it, and says after a refund that it was taken back [C187]", async ({
    smtp,
  }) => {
    const { data, sku, id } = await aDeliveredGift();
    const token = tokenIn(lastTo(smtp.mails, gift.email));
    await replaceFirstKey(data.order_no);
    await orderMails["order.secret_changed"]({ orderId: id });
    await orderMails["order.secret_changed"]({ orderId: id });
    await sendQueuedMails();
    expect(smtp.mails.filter(({ to }) => to.includes(gift.email))).toHaveLength(2);
    const replaced = [token, tokenIn(lastTo(smtp.mails, gift.email))];
    for (const one of replaced)
      expect((await opened(one)).data.items[0]?.fulfillment.secrets).toEqual([keyOf(sku.id, 2)]);
    await refundByHand(data.order_no);
    const over = (await opened(token)).data;
    expect(over.state).toBe("taken_back");
    expect(over.items[0]?.fulfillment.secrets).toBeUndefined();
  });

  it("opens nothing for an unknown token, a malformed one, and the one that opens the order [C187]", async () => {
    const { data } = await aDeliveredGift();
    for (const token of ["", "x".repeat(43), data.guest_token, "kim"])
      expect((await opened(token)).status, token).toBe(404);
    // Nor does the gift's token open the order.
    const unpaid = await aGift();
    expect((await call(ofGuest.GET, "GET", unpaid.at)).data).toMatchObject({ state: "none" });
  });

  it("corrects an address until somebody has opened it, and the former link ends [C188]", async ({
    smtp,
  }) => {
    const { at } = await aDeliveredGift();
    const former = tokenIn(lastTo(smtp.mails, gift.email));
    const again = (body: object) => call<SentGift>(ofGuest.POST, "POST", { ...at, body });
    expect((await again({ email: "Right@Example.com" })).data).toMatchObject({ email: "right@example.com" });
    await sendQueuedMails();
    expect((await opened(former)).status).toBe(404);
    const right = tokenIn(lastTo(smtp.mails, "right@example.com"));
    expect((await opened(right)).status).toBe(200);
    expect(await again({ email: "third@example.com" })).toMatchObject({ status: 409 });
    // To the same address it goes again, and both links work.
    expect((await again({})).status).toBe(200);
    expect((await opened(right)).status).toBe(200);
    expect((await again({})).status).toBe(429);
  });

  it("is corrected by staff at any time, and the audit log has it [C188]", async ({ smtp }) => {
    const { data } = await aDeliveredGift();
    const former = tokenIn(lastTo(smtp.mails, gift.email));
    await opened(former);
    const change = { params: { order_no: data.order_no }, body: { email: "right@example.com" } };
    const answer = await staff.call<SentGift>(adminOrders.resendOrderGift, "POST", change);
    expect(answer.data).toMatchObject({ email: "right@example.com", opened_at: null });
    expect((await opened(former)).status).toBe(404);
    await sendQueuedMails();
    expect((await opened(tokenIn(lastTo(smtp.mails, "right@example.com")))).status).toBe(200);
    expect(await audits()).toContainEqual(
      expect.objectContaining({
        action: "order.gift",
        target: `order:${data.order_no}`,
        data: { email: "right@example.com" },
      }),
    );
  });

  it("is given by a member as well, whose account alone reads and resends it", async ({ smtp }) => {
    const { sku } = await aProduct({ keys: 1 });
    const { token } = await aLoggedInUser();
    const body = { product_id: sku.productId, sku_id: sku.id, quantity: 1, gift: { email: gift.email } };
    const { data } = await call<OrderDetail>(placeOwn, "POST", { token, body });
    expect(data.gift).toEqual({ email: gift.email, message: null, from_name: null, opened_at: null });
    const orderId = await orderIdOf(data.order_no);
    await pay(orderId);
    await orderMails["order.delivered"]({ orderId });
    await sendQueuedMails();
    expect(lastTo(smtp.mails, gift.email).subject).toBe("You got a gift");
    const at = { params: { order_no: data.order_no } };
    expect((await call<SentGift>(ofUser.GET, "GET", { ...at, token })).data.state).toBe("sent");
    const stranger = await aLoggedInUser();
    expect((await call(ofUser.GET, "GET", { ...at, token: stranger.token })).status).toBe(404);
  });

  it("is refused where it asks its buyer, costs nothing or nobody could be told, and its words are bounded [C189]", async () => {
    const { sku } = await aProduct({ keys: 9 });
    const field = { key: "account", label: "Account", type: "text", required: true, options: [] };
    const { sku: asking } = await aProduct({ keys: 1, product: { formFields: [field] } });
    const { sku: free } = await aProduct({ keys: 1, priceCents: 0n });
    const tried = async (one: typeof sku, body: object) => {
      const { status, json } = await order(one, { gift: { email: anEmail() }, ...body });
      return [status, json.msg];
    };
    expect(await tried(asking, { form: { account: "me" } })).toEqual([400, expect.stringContaining("gift")]);
    expect(await tried(free, {})).toEqual([400, expect.stringContaining("costs nothing")]);
    for (const wrong of [
      { email: "nobody" },
      { email: anEmail(), message: "x".repeat(501) },
      { email: anEmail(), from_name: "x".repeat(61) },
      {},
    ])
      expect((await order(sku, { gift: wrong })).status).toBe(400);
    expect(await db().orderGift.count()).toBe(0);
    const target = { gift: { email: "often@example.com" } };
    for (let n = 0; n < 3; n += 1) expect((await order(sku, target)).status).toBe(200);
    overrideConfig({ "mail.smtpUrl": "" });
    expect((await order(sku, target)).json.msg).toContain("e-mail");
  });

  it("sends nothing before it is paid and delivered, also when its address is corrected", async ({
    smtp,
  }) => {
    const { id, at } = await aGift();
    await orderMails["order.delivered"]({ orderId: id });
    const changed = await call<SentGift>(ofGuest.POST, "POST", {
      ...at,
      body: { email: "right@example.com" },
    });
    expect(changed.data).toMatchObject({ email: "right@example.com", state: "none" });
    await sendQueuedMails();
    expect(smtp.mails).toEqual([]);
  });
});
