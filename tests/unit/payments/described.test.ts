import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { firstDifference } from "@/lib/payments/events/replay-notification";
import type { DeclarationInput } from "@/lib/payments/providers/described/declaration";
import { described } from "@/lib/payments/providers/described/described";
import { readDeclaration } from "@/lib/payments/providers/described/described-settings";
import { vMianqian } from "@/lib/payments/providers/described/v-mianqian";
import { xunhu } from "@/lib/payments/providers/described/xunhu";
import { vmqSign } from "@/tools/gateways/v-mianqian";
import { xunhuHash } from "@/tools/gateways/xunhu";
import { posted } from "../../support/builders/notification-message";
import {
  expectFlipsRefused,
  expectInventionsRefused,
  formMeaning,
} from "../../support/fakes/gateways/forgeries";

const gateway_url = "https://pay.example.com/";
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const got = (rawQuery: string) => ({ ...posted(""), method: "GET" as const, rawQuery, hasOwnKeys: true });
const form = (fields: Record<string, string>) =>
  posted(String(new URLSearchParams(fields)), { "content-type": "application/x-www-form-urlencoded" });

describe("V-mianqian", { timeout: 180_000 }, () => {
  const account = vMianqian.connect({ gateway_url, key: "k", type: "2" });
  const fields = { payId: "P20260101000001", param: "", type: "2", price: "9.90", reallyPrice: "9.91" };
  const query = (over: Record<string, string> = {}) => {
    const sent = { ...fields, ...over };
    return String(new URLSearchParams({ ...sent, sign: vmqSign(sent, "k") }));
  };

  it("signs an order over its values in the documented order, and proves a notification so", async () => {
    const { payUrl } = await account.create({
      paymentNo: "P1",
      amountCents: 990n,
      currency: "CNY",
      title: "A",
      expiresAt: new Date(),
      notifyUrl: "https://shop.example.com/n",
      returnUrl: "https://shop.example.com/r",
      clientIp: "1.2.3.4",
      device: "pc",
    });
    const sent = new URL(payUrl ?? "").searchParams;
    expect(sent.get("sign")).toBe(md5("P129.90k"));
    expect(sent.get("price")).toBe("9.90");
    expect(vmqSign(fields, "k")).toBe(md5("P2026010100000129.909.91k"));
    expect(await account.verify(got(query()))).toMatchObject({
      ok: true,
      notification: { paymentNo: fields.payId, tradeNo: fields.payId, amountCents: 990n, isPaid: true },
    });
  });

  it("is not paid with less than was asked for, whatever the price says [P2]", async () => {
    expect(await account.verify(got(query({ reallyPrice: "9.89" })))).toMatchObject({
      notification: { amountCents: 989n },
    });
    for (const reallyPrice of ["", "x", "-1"])
      expect(await account.verify(got(query({ reallyPrice })))).toMatchObject({ ok: false });
  });

  it("reads the known mangled addresses [P8]", async () => {
    for (const mangled of [
      `provider=vmq&amp;id=7&${query()}`,
      `provider=vmq&id=7?${query()}`,
      `provider=vmq&amp;id=7?${query()}`,
    ])
      expect(await account.verify(got(mangled)), mangled).toMatchObject({ ok: true });
  });

  it("refuses what was posted, and each changed character", async () => {
    expect(await account.verify(form({ ...fields, sign: vmqSign(fields, "k") }))).toMatchObject({
      ok: false,
    });
    const text = query();
    const genuine = await account.verify(got(text));
    let refused = 0;
    for (let at = 0; at < text.length; at++) {
      const changed = text.slice(0, at) + (text[at] === "7" ? "8" : "7") + text.slice(at + 1);
      const verdict = await account.verify(got(changed));
      // A field that is not signed decides nothing: under another name it changes nothing.
      if (verdict.ok) expect(verdict, changed).toEqual(genuine);
      else refused += 1;
    }
    expect(refused).toBeGreaterThan(text.length / 2);
  });
});

describe("Xunhu", { timeout: 180_000 }, () => {
  const account = xunhu.connect({ gateway_url, merchant: "201906120000", key: "s" });
  const fields = {
    trade_order_id: "P20260101000001",
    total_fee: "9.90",
    transaction_id: "42000001",
    open_order_id: "20260101",
    order_title: "A&B=1",
    status: "OD",
    appid: "201906120000",
    time: "1767225600",
    nonce_str: "740969606",
  };
  const message = (over: Record<string, string> = {}) => {
    const sent = { ...fields, ...over };
    return form({ ...sent, hash: xunhuHash(sent, "s") });
  };

  it("proves a notification over its sorted fields", async () => {
    expect(await account.verify(message())).toMatchObject({
      ok: true,
      notification: { paymentNo: "P20260101000001", tradeNo: "20260101", amountCents: 990n, isPaid: true },
    });
    expect(await account.verify(message({ status: "CD" }))).toMatchObject({
      notification: { isPaid: false, failure: "left" },
    });
    expect(await account.verify(message({ appid: "1" }))).toMatchObject({ ok: false, reason: "merchant" });
  });

  it("refuses a value that could be several fields", async () => {
    expect(await account.verify(message({ nonce_str: "1&status=OD" }))).toMatchObject({ ok: false });
  });

  it("is refused with any one byte turned", async () => {
    await expectFlipsRefused(account, message(), [], formMeaning);
  });

  it("is accepted for none of the inventions, and none throws", async () => {
    await expectInventionsRefused(account, message(), []);
  });
});

const base: DeclarationInput = {
  signature: { field: "sign", algorithm: "hmac-sha256", uppercase: true },
  create: { by: "browser", path: "pay", fields: { no: "{payment_no}", cents: "{amount_minor}" } },
  notification: {
    method: "POST",
    encoding: "json",
    payment_no: "no",
    trade_no: "trade",
    amount: "cents",
    amount_in: "minor",
    status: "state",
    paid: ["done"],
    accepted: '{"ok":true}',
  },
};
const own = (declaration: object = base, over: Record<string, string> = {}) =>
  described.connect({ gateway_url, key: "k", declaration: JSON.stringify(declaration), ...over });

describe("a gateway that the operator describes", () => {
  const text = "cents=990&no=P1&state=done&trade=T1";
  const json = (signature: string) =>
    posted(JSON.stringify({ no: "P1", trade: "T1", cents: 990, state: "done", sign: signature }));

  it("signs and proves with HMAC, and answers in its own words", async () => {
    const signature = createHmac("sha256", "k").update(text).digest("hex").toUpperCase();
    const account = own();
    expect(await account.verify(json(signature))).toMatchObject({
      ok: true,
      notification: { amountCents: 990n, tradeNo: "T1", isPaid: true },
    });
    expect(await account.verify(json(signature.toLowerCase()))).toMatchObject({ ok: false });
    expect(account.ack?.body).toBe('{"ok":true}');
  });

  it("signs and proves with RSA", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const declaration = { ...base, signature: { field: "sign", algorithm: "rsa-sha256" } };
    const account = own(declaration, { merchant_private_key: privateKey, platform_public_key: publicKey });
    const signature = sign("sha256", Buffer.from(text), privateKey).toString("base64");
    expect(await account.verify(json(signature))).toMatchObject({ ok: true });
    expect(await account.verify(json(md5(`${text}k`)))).toMatchObject({ ok: false, reason: "signature" });
    expect(() => own(declaration)).toThrow();
  });

  it("finds the change of the recipe under which a signature holds, and tells no signature", () => {
    const sent = json(md5(`${text}&key=k`).toUpperCase());
    const declaration = { ...base, signature: { field: "sign", uppercase: true } };
    const explanation = own(declaration).explain?.(sent);
    expect(explanation).toMatchObject({ signedText: text, suggestion: "before_key: &key=" });
    expect(own().explain?.(json("0".repeat(64)))).toMatchObject({
      suggestion: null,
      signature: "0".repeat(64),
    });
  });

  it("names the field to echo where a signature holds and a value has the sign that parts fields", () => {
    const declaration = { ...base, signature: { field: "sign" } };
    const signed = "cents=990&extra=a&b&no=P1&state=done&trade=T1";
    const sent = posted(
      JSON.stringify({
        no: "P1",
        trade: "T1",
        cents: 990,
        state: "done",
        extra: "a&b",
        sign: md5(`${signed}k`),
      }),
    );
    expect(own(declaration).explain?.(sent)?.suggestion).toBe('notification.echoed: ["extra"]');
    const echoing = { ...declaration, notification: { ...base.notification, echoed: ["extra"] } };
    expect(own(echoing).explain?.(sent)?.suggestion).toBeNull();
  });

  it.each([
    ["signature", { ...base, signature: { ...base.signature, skip_emtpy: false } }],
    ["create", { ...base, create: { ...base.create, feilds: {} } }],
    ["notification", { ...base, notification: { ...base.notification, ecohed: [] } }],
    ["the whole", { ...base, querry: {} }],
  ])("cannot be saved with a member that nobody knows, and says which: %s", (_, declaration) => {
    const read = readDeclaration(JSON.stringify(declaration));
    expect(read).toMatch(/skip_emtpy|feilds|ecohed|querry/);
  });

  it("cannot be saved without its key, or with a field that decides and is not signed [C34]", () => {
    expect(() => own(base, { key: " " })).toThrow();
    for (const signature of [
      { field: "sign", over: ["no", "trade"] },
      { field: "sign", without: ["cents"] },
      { field: "state" },
    ])
      expect(() => own({ ...base, signature }), JSON.stringify(signature)).toThrow(/is not signed/);
    for (const broken of [
      { ...base, create: { ...base.create, fields: { no: "{secret}" } } },
      { ...base, create: { by: "shop", path: "pay", fields: {} } },
      { ...base, notification: { ...base.notification, paid: [] } },
      { ...base, notification: { ...base.notification, method: "GET" } },
    ])
      expect(() => own(broken)).toThrow();
    expect(() => described.connect({ gateway_url, key: "k", declaration: "{" })).toThrow();
  });
});

it("the first difference of two texts is found by characters", () => {
  expect(firstDifference("a=1&b=2", "a=1&b=2")).toBeNull();
  expect(firstDifference("a=1&b=会员1", "a=1&b=会员2")).toEqual({
    at: 8,
    ours: "a=1&b=会员1",
    theirs: "a=1&b=会员2",
  });
  expect(firstDifference("a", "")).toEqual({ at: 0, ours: "a", theirs: "" });
});
