import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import type { BuiltShop } from "../harness/built-shop";
import type { StaffClient } from "../harness/staff-client";
import { type FilledTables, fillAccount, fillRarerTables } from "./rarer-tables";
import { signedFor } from "./sites";

const patience = { timeout: 60_000, interval: 100 };
const longName = "A reseller with a rather long company name Ltd.";
const longEmail = "a-rather-long-address.of-a-buyer@mail.customers.example.com";

interface GuestOrder {
  order_no: string;
  guest_token: string;
}

interface Envelope<T> {
  status_code: number;
  msg: string;
  data: T;
}

/** Fills the lists of the admin with rows as long as they come, by the calls that agents, buyers and staff make. */
export async function fillTables(
  shop: BuiltShop,
  staff: StaffClient,
): Promise<FilledTables & { awaited: string }> {
  const ask = async <T>(method: string, path: string, body: unknown, headers = {}): Promise<T> => {
    const raw = JSON.stringify(body);
    const response = await fetch(`${shop.url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: raw,
    });
    const { status_code, msg, data } = (await response.json()) as Envelope<T>;
    if (status_code !== 0) throw new Error(`${method} ${path}: ${status_code} ${msg}`);
    return data;
  };

  async function anAgent(settlement_mode: string) {
    const body = { name: `${longName} ${settlement_mode}`, settlement_mode };
    const paired = await staff.call<{
      site: { id: number };
      key: string;
      secret: string;
      pairing_code: string;
    }>("POST", "/interconnect/sites", body);
    const { site, key, secret, pairing_code: code } = paired;
    const signed = <T>(path: string, content: unknown) =>
      ask<T>("POST", path, content, signedFor({ key, secret }, JSON.stringify(content)));
    return { id: site.id, code, signed };
  }

  async function optionOf(productId: number): Promise<number> {
    const { skus } = await staff.call<{ skus: { id: number }[] }>("GET", `/products/${productId}`);
    if (!skus[0]) throw new Error("The product has no option.");
    return skus[0].id;
  }

  async function anUnpaidOrder(productId: number): Promise<GuestOrder> {
    return ask("POST", "/guest/orders", {
      product_id: productId,
      sku_id: await optionOf(productId),
      quantity: 1,
      email: longEmail,
    });
  }
  const confirmPaid = (orderNo: string) =>
    staff.call("POST", `/orders/${orderNo}/confirm-paid`, { note: "Paid at the counter" });

  async function aGuestOrder(productId: number): Promise<string> {
    const { order_no } = await anUnpaidOrder(productId);
    await confirmPaid(order_no);
    return order_no;
  }

  const { products } = await staff.call<{ products: { id: number; stock: number | null }[] }>(
    "GET",
    "/products?status=active&kind=card_key&per_page=50",
  );
  const product = products.find(({ stock }) => stock === null || stock > 20);
  if (!product) throw new Error("The sample shop has no product with keys.");
  const skuId = await optionOf(product.id);

  // An agent whose orders wait for a release.
  const holding = await anAgent("hold");
  for (let n = 0; n < 3; n += 1) {
    const { upstream_order_no: no, amount } = await holding.signed<{
      upstream_order_no: string;
      amount: string;
    }>("/upstream/orders", {
      product_id: product.id,
      sku_id: skuId,
      quantity: 1,
      downstream_order_no: `AGENT-ORDER-2026-${randomUUID()}`,
    });
    await holding.signed(`/upstream/orders/${no}/paid`, {
      downstream_payment_id: `agent-payment-${randomUUID()}`,
      paid_amount: amount,
      paid_at: new Date().toISOString(),
    });
  }
  // A call that is refused, with its cause.
  await expect(
    holding.signed("/upstream/orders", {
      product_id: 999_999,
      sku_id: 999_999,
      quantity: 1,
      downstream_order_no: "x",
    }),
  ).rejects.toThrow();

  await staff.call("POST", `/interconnect/sites/${holding.id}/deposit`, {
    direction: "in",
    amount: "0.50",
    remark: "The rest of the former deposit, moved from the account of last year",
    request_key: randomUUID(),
  });

  // The shop buys from itself: as an agent it has purchases and received callbacks, as a main site it sends callbacks.
  const own = await anAgent("trust");
  const { id: connection } = await staff.call<{ id: number }>("POST", "/interconnect/connections/pair", {
    name: "The main site with a long name of its own",
    code: own.code,
  });
  const at = `/interconnect/connections/${connection}`;
  await staff.call("POST", `${at}/sync`, {});
  const offers = () => staff.call<{ offers: unknown[] }>("GET", `${at}/offers`);
  await vi.waitFor(async () => expect((await offers()).offers.length).toBeGreaterThan(0), patience);
  const { imported } = await staff.call<{ imported: { product_id: number }[] }>("POST", `${at}/import`, {
    upstream_product_ids: [product.id],
  });
  const [copy] = imported;
  if (!copy) throw new Error("Nothing was imported.");
  await staff.call("POST", "/products/bulk", { ids: [copy.product_id], status: "active" });
  await aGuestOrder(copy.product_id);
  const purchases = async () =>
    (
      await staff.call<{ purchases: { status: string; last_error: string | null }[] }>(
        "GET",
        "/interconnect/purchases",
      )
    ).purchases;
  await vi.waitFor(
    async () => expect((await purchases()).map(({ status }) => status)).toEqual(["delivered"]),
    patience,
  );
  const reserved = await anUnpaidOrder(copy.product_id);
  await staff.call("PATCH", `/interconnect/sites/${own.id}`, { status: "disabled" });
  await confirmPaid(reserved.order_no);
  await vi.waitFor(
    async () => expect((await purchases()).some(({ last_error }) => last_error !== null)).toBe(true),
    patience,
  );

  // An act that somebody else is to approve.
  await staff.call("POST", "/money-requests", {
    kind: "deposit.move",
    site_id: holding.id,
    direction: "in",
    amount: "80.00",
    remark: "The agent paid by bank transfer, which takes two days",
    request_key: randomUUID(),
  });

  // A buyer whose key did not work, and who was answered.
  const reported = await anUnpaidOrder(product.id);
  await confirmPaid(reported.order_no);
  const authorization = `Bearer ${reported.guest_token}`;
  const text = "The key is refused as used by somebody else";
  await ask("POST", `/guest/orders/${reported.order_no}/problem`, { text }, { authorization });
  await staff.call("POST", `/orders/${reported.order_no}/answer`, {
    text: "Sorry for that. The maker has unlocked the key again, please try it once more",
  });

  // Money that has to go back by hand.
  for (let n = 0; n < 2; n += 1) {
    const orderNo = await aGuestOrder(product.id);
    await staff.call("POST", `/orders/${orderNo}/refund`, {
      amount: "0.50",
      method: "manual",
      keys: "keep",
      reason: "The buyer bought the wrong edition and asked politely for some of it back",
    });
  }

  // Further lists of a shop of some years.
  await staff.call("POST", "/gift-cards", {
    name: "Given away at the trade fair in the autumn, to everybody who asked",
    amount: "100",
    quantity: 3,
    expires_at: "2099-12-31T23:59:59Z",
  });
  await staff.call("POST", "/member-levels", {
    slug: "a-level-with-a-long-address",
    name: "Long-standing customers of the shop",
    discount_percent: 12,
    spend_threshold: "100000",
    recharge_threshold: "500000",
  });
  await staff.call("POST", "/pages", {
    slug: "how-a-key-that-does-not-work-is-replaced",
    title: "How a key that does not work is replaced, and by when you hear from us",
  });
  await staff.call("POST", "/saved-replies", {
    title: "The picture is too small, please send a larger one",
    content: "Thank you for order {order_no}. The picture that you sent has fewer pixels than we need.",
  });
  const address = { email: longEmail, purpose: "register" };
  await ask("POST", "/auth/email/send-code", address);
  const mail = await staff.mail(longEmail, "code");
  await ask("POST", "/auth/register", {
    email: longEmail,
    code: /\b\d{6}\b/.exec(mail.text)?.[0],
    password: "nine lanterns over the mill",
    nickname: "A customer with a rather long name",
  });
  await fillAccount(staff, own.id);
  return { ...(await fillRarerTables(shop, staff, aGuestOrder)), awaited: reserved.order_no };
}
