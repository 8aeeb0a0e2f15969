import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { addSeconds } from "@/lib/core/clock";
import { stepOf } from "@/lib/core/money";
import { exchangeCents } from "@/lib/core/rate";
import { fromMinorUnits, toMinorUnits } from "@/lib/payments/providers/minor-units";
import { stripe } from "@/lib/payments/providers/stripe/stripe";
import { signStripe } from "@/tools/gateways/stripe";
import { posted } from "../../support/builders/notification-message";
import { expectFlipsRefused, expectInventionsRefused } from "../../support/fakes/gateways/forgeries";

const secret = "whsec_test_c2VjcmV0";
const account = stripe.connect({ secret_key: "sk_test_1", webhook_secret: secret });
const at = new Date(1_767_225_600_000);
const proof = ["stripe-signature"];

/** The published vector. */
const vector = {
  body: '{"id":"evt_test_1","object":"event","type":"checkout.session.completed","data":{"object":{"id":"cs_test_1","payment_status":"paid","amount_total":990,"currency":"usd","client_reference_id":"P20260101000001"}}}',
  sign: "3c095c589eb05d4fd592c1b0e84585f28d5cf807d78a10454ed60419f5ac02ea",
};

const session = {
  id: "cs_1",
  mode: "payment",
  payment_status: "paid",
  status: "complete",
  payment_intent: "pi_1",
  amount_total: 990,
  currency: "usd",
  client_reference_id: "P1",
};

const eventOf = (over: object, type = "checkout.session.completed") =>
  JSON.stringify({ id: "evt_1", object: "event", type, data: { object: { ...session, ...over } } });
const signed = (body: string, signature = signStripe(body, secret, at), receivedAt = at) =>
  posted(body, { "content-type": "application/json", "stripe-signature": signature }, receivedAt);

describe("a Stripe notification", { timeout: 180_000 }, () => {
  it("is proved by the published vector, and refused for what the vector lacks", async () => {
    const header = `t=1767225600,v1=${vector.sign}`;
    expect(signStripe(vector.body, secret, at)).toBe(header);
    // No session of ours: it has no mode.
    expect(await account.verify(signed(vector.body, header))).toEqual({
      ok: true,
      notification: null,
      status: "checkout.session.completed",
    });
    expect(await account.verify(signed(vector.body, header.replace("3c", "4c")))).toMatchObject({
      ok: false,
      reason: "signature",
    });
  });

  it("is proved as Stripe's own library signs it, by any of several signatures", async () => {
    const body = eventOf({});
    const header = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: at.getTime() / 1000,
    });
    const paid = {
      ok: true,
      notification: { paymentNo: "P1", tradeNo: "pi_1", isPaid: true, amountCents: 990n, currency: "USD" },
    };
    expect(await account.verify(signed(body, header))).toMatchObject(paid);
    const [time, v1] = header.split(",");
    expect(await account.verify(signed(body, `${time},v1=${"0".repeat(64)},${v1}`))).toMatchObject(paid);
    expect(await account.verify(signed(body, `${time},v0=${v1?.slice(3)}`))).toMatchObject({ ok: false });
  });

  it("counts for five minutes either way", async () => {
    const body = eventOf({});
    for (const seconds of [-300, 0, 300])
      expect(await account.verify(signed(body, undefined, addSeconds(at, seconds)))).toMatchObject({
        ok: true,
      });
    for (const seconds of [-301, 301])
      expect(await account.verify(signed(body, undefined, addSeconds(at, seconds)))).toMatchObject({
        ok: false,
        reason: "timestamp",
      });
  });

  it("is paid only when Stripe has the money [P4]", async () => {
    const verdict = (over: object, type?: string) => account.verify(signed(eventOf(over, type)));
    const unpaid = { payment_status: "unpaid", payment_intent: null };
    expect(await verdict(unpaid)).toEqual({
      ok: true,
      notification: null,
      status: "checkout.session.completed",
    });
    expect(await verdict({}, "checkout.session.async_payment_succeeded")).toMatchObject({
      notification: { isPaid: true },
    });
    expect(await verdict(unpaid, "checkout.session.async_payment_failed")).toMatchObject({
      notification: { isPaid: false, failure: "declined" },
    });
    expect(await verdict({ ...unpaid, status: "expired" }, "checkout.session.expired")).toMatchObject({
      notification: { isPaid: false, failure: "left" },
    });
    for (const type of ["charge.succeeded", "payment_intent.succeeded"])
      expect(await verdict({}, type)).toEqual({ ok: true, notification: null, status: type });
  });

  it("is refused with an amount that is none [P2]", async () => {
    for (const amount_total of [null, "990", 9.9, -990, 1e20])
      expect(await account.verify(signed(eventOf({ amount_total })))).toMatchObject({
        ok: false,
        reason: "amount_format",
      });
  });

  it("is refused with any one byte turned", async () => {
    await expectFlipsRefused(account, signed(eventOf({})), proof);
  });

  it("is accepted for none of the inventions, and none throws", async () => {
    await expectInventionsRefused(account, signed(eventOf({})), proof);
  });
});

describe("Stripe's smallest units", () => {
  it("have as many decimals as the currency", () => {
    expect(toMinorUnits(990n, "USD")).toBe(990);
    expect(toMinorUnits(99_000n, "JPY")).toBe(990);
    expect(toMinorUnits(990n, "KWD")).toBe(9_900);
    expect(fromMinorUnits(990, "JPY")).toBe(99_000n);
    expect(fromMinorUnits(9_900, "KWD")).toBe(990n);
    expect(fromMinorUnits(9_901, "KWD")).toBeUndefined();
  });

  it("are what an exchange is rounded to where a currency has no decimals", () => {
    const rate = 15_012_345_678n;
    expect(exchangeCents(990n, rate, "up", stepOf("JPY"))).toBe(148_700n);
    expect(exchangeCents(990n, rate, "nearest", stepOf("JPY"))).toBe(148_600n);
    expect(exchangeCents(990n, rate, "up", stepOf("USD"))).toBe(148_623n);
  });
});

it("a Stripe channel needs both of its secrets [C34]", () => {
  for (const broken of [
    { secret_key: "" },
    { secret_key: "pk_live_1" },
    { webhook_secret: " " },
    { webhook_secret: "sk_test_1" },
    { api_url: "ftp://x" },
  ])
    expect(() => stripe.connect({ secret_key: "sk_test_1", webhook_secret: secret, ...broken })).toThrow();
});
