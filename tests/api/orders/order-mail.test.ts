import { describe, expect } from "vitest";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import * as ofGuest from "@/app/api/v1/guest/orders/[order_no]/mail/route";
import * as ofUser from "@/app/api/v1/orders/[order_no]/mail/route";
import { GET as readConfig } from "@/app/api/v1/public/config/route";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import type { OrderMailOut } from "@/lib/checkout/schema";
import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { mailAttempts } from "@/lib/notifications/mails/queue-mail";
import { sendMail } from "@/lib/notifications/mails/send-mail";
import { aLoggedInUser, jobsOf } from "../../support/builders/accounts";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { anOrder, pay } from "../../support/builders/orders";
import { anEmail, aProduct } from "../../support/builders/products";
import { audits, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { it } from "../../support/harness/mail-test";
import { overrideConfig } from "../../support/harness/test-config";

async function aDeliveredGuestOrder(email = anEmail()) {
  const { sku } = await aProduct({ keys: 2 });
  const { data } = await order(sku, { email });
  const id = await orderIdOf(data.order_no);
  await pay(id);
  return { id, no: data.order_no, token: data.guest_token, email };
}

const at = (guest: { no: string; token: string }) => ({
  params: { order_no: guest.no },
  token: guest.token,
});
const read = (guest: { no: string; token: string }) => call<OrderMailOut>(ofGuest.GET, "GET", at(guest));
const again = (guest: { no: string; token: string }, body: Record<string, unknown> = {}) =>
  call<OrderMailOut>(ofGuest.POST, "POST", { ...at(guest), body });

async function sendAll(): Promise<void> {
  for (const { mailId } of (await jobsOf("mail.send")) as JobPayloads["mail.send"][]) await sendMail(mailId);
}

describe("the mail about an order", () => {
  it("is none, on its way, delayed, failed and sent, as it happens", async ({ smtp }) => {
    const guest = await aDeliveredGuestOrder();
    expect((await read(guest)).data).toMatchObject({ state: "none", email: guest.email, can_resend: true });
    await orderMails["order.delivered"]({ orderId: guest.id });
    expect((await read(guest)).data).toMatchObject({
      state: "waiting",
      kind: "order_delivered",
      attempts: 0,
    });
    smtp.state.refuse = true;
    const { id } = await db().mail.findFirstOrThrow();
    await expect(sendMail(id)).rejects.toThrow();
    expect((await read(guest)).data).toMatchObject({ state: "delayed", attempts: 1, sent_at: null });
    for (let i = 1; i < mailAttempts; i++) await sendMail(id).catch(() => undefined);
    expect((await read(guest)).data).toMatchObject({ state: "failed", attempts: mailAttempts });
    smtp.state.refuse = false;
    expect((await again(guest)).data).toMatchObject({ state: "waiting", email: guest.email });
    await sendAll();
    const sent = await read(guest);
    expect(sent.data).toMatchObject({ state: "sent", sent_at: expect.any(String) });
    expect(smtp.mails.map(({ to }) => to)).toEqual([[guest.email]]);
  });

  it("goes to another address for a guest, and the order keeps that", async ({ smtp }) => {
    const guest = await aDeliveredGuestOrder();
    const answer = await again(guest, { email: " NEW@Example.com " });
    expect(answer.data).toMatchObject({ state: "waiting", email: "new@example.com" });
    await sendAll();
    expect(smtp.mails[0]?.to).toEqual(["new@example.com"]);
    expect(await db().order.findUnique({ where: { id: guest.id } })).toMatchObject({
      email: "new@example.com",
    });
    const kinds = (await db().orderEvent.findMany({ where: { orderId: guest.id } })).map(({ kind }) => kind);
    expect(kinds).toContain("email_changed");
  });

  it("is requested at most three times an hour, also by concurrent requests", async () => {
    const guest = await aDeliveredGuestOrder();
    const answers = await Promise.all(Array.from({ length: 6 }, () => again(guest)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await db().mail.count({ where: { reference: guest.no } })).toBe(3);
  });

  it("is not sent before there is something to tell, nor without a mail server", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(sku);
    const guest = { no: data.order_no, token: data.guest_token };
    expect((await again(guest)).json).toMatchObject({ status_code: 40906 });
    await pay(await orderIdOf(data.order_no));
    overrideConfig({ "mail.smtpUrl": "" });
    expect((await again(guest)).json).toMatchObject({ status_code: 40906 });
    expect((await read(guest)).data).toMatchObject({
      state: "off",
      can_resend: false,
      can_change_email: false,
    });
    const config = await call<{ sends_mail: boolean }>(readConfig, "GET", { path: "/x?a=1" });
    expect(config.data.sends_mail).toBe(false);
  });

  it("tells a member of their own order, whose address is the account's", async () => {
    const { sku } = await aProduct({ kind: "none", units: 5 });
    const { user, token } = await aLoggedInUser();
    const { orderId } = await anOrder({
      sku,
      userId: user.id,
      email: user.email,
    });
    await pay(orderId);
    await orderMails["order.paid"]({ orderId });
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    const own = { params: { order_no: orderNo }, token };
    expect((await call<OrderMailOut>(ofUser.GET, "GET", own)).data).toMatchObject({
      state: "waiting",
      kind: "order_paid",
      email: user.email,
      can_change_email: false,
    });
    const moved = await call(ofUser.POST, "POST", { ...own, body: { email: "x@example.com" } });
    expect(moved.json.status_code).toBe(40906);
    const { token: other } = await aLoggedInUser();
    expect((await call(ofUser.GET, "GET", { ...own, token: other })).status).toBe(404);
  });

  const staff = staffOfTest("support");
  it("is sent again by staff, to a corrected address, and audited", async () => {
    const guest = await aDeliveredGuestOrder();
    const answer = await staff.call<OrderMailOut>(adminOrders.resendOrderMail, "POST", {
      params: { order_no: guest.no },
      body: { email: "right@example.com" },
    });
    expect(answer.data).toMatchObject({ state: "waiting", email: "right@example.com" });
    expect(await audits()).toContainEqual(expect.objectContaining({ action: "order.mail" }));
  });

  it("gets a corrected address from staff without a mail server and before it is paid, but never for a member", async () => {
    overrideConfig({ "mail.smtpUrl": "" });
    const { sku } = await aProduct({ keys: 2 });
    const { data } = await order(sku, { email: "wrong@example.con" });
    const correct = (no: string, body: object) =>
      staff.call<OrderMailOut>(adminOrders.resendOrderMail, "POST", { params: { order_no: no }, body });
    const unpaid = await correct(data.order_no, { email: "right@example.com" });
    expect(unpaid.data).toMatchObject({ email: "right@example.com" });
    await pay(await orderIdOf(data.order_no));
    await correct(data.order_no, { email: "again@example.com" });
    const kept = await db().mail.findFirst({ where: { reference: data.order_no }, orderBy: { id: "desc" } });
    expect(kept).toMatchObject({ recipient: "again@example.com", status: "outbox" });
    expect((await correct(data.order_no, {})).status).toBe(409);

    const member = await aLoggedInUser();
    const { orderId } = await anOrder({ sku, userId: member.user.id });
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect((await correct(orderNo, { email: "other@example.com" })).status).toBe(409);
  });
});
