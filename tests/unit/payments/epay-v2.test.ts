import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addSeconds, testClock } from "@/lib/core/clock";
import type { NotificationMessage } from "@/lib/payments/provider";
import { canonicalString, signMd5 } from "@/lib/payments/providers/epay/epay-signature";
import { epayV2 } from "@/lib/payments/providers/epay-v2/epay-v2";
import { parseForm } from "@/lib/payments/providers/form-fields";
import { inventions } from "../../support/harness/seed";
import { platformPublicKey, epayV2 as vector } from "./vectors";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKey = keys.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
const publicKey = keys.publicKey.export({ format: "der", type: "spki" }).toString("base64");
const settings = {
  gateway_url: "https://pay.example.com/",
  pid: "1001",
  merchant_private_key: privateKey,
  platform_public_key: platformPublicKey,
};
const account = epayV2.connect(settings);
const own = epayV2.connect({ ...settings, platform_public_key: publicKey });

const get = (rawQuery: string, receivedAt = vector.at): NotificationMessage => ({
  method: "GET",
  rawQuery,
  rawBody: new Uint8Array(0),
  headers: new Headers(),
  receivedAt,
  hasOwnKeys: false,
});
const signed = (over: Record<string, string>) => {
  const fields = new Map(parseForm(vector.text));
  for (const [key, value] of Object.entries(over)) fields.set(key, value);
  const by = sign("sha256", Buffer.from(canonicalString(fields)), keys.privateKey).toString("base64");
  return get(new URLSearchParams([...fields, ["sign", by], ["sign_type", "RSA"]]).toString());
};
const wire = `${vector.text}&${new URLSearchParams({ sign: vector.sign, sign_type: "RSA" })}`;

describe("EPay v2", () => {
  it("accepts the published vector within five minutes of its time, both ways", async () => {
    for (const seconds of [0, 300, -300]) {
      expect(await account.verify(get(wire, addSeconds(vector.at, seconds)))).toMatchObject({
        ok: true,
        notification: { paymentNo: "P20260101000001", amountCents: 990n, isPaid: true, merchant: "1001" },
      });
    }
    for (const seconds of [301, -301]) {
      expect(await account.verify(get(wire, addSeconds(vector.at, seconds)))).toMatchObject({
        ok: false,
        reason: "timestamp",
      });
    }
  });

  it("refuses every single-byte change", async () => {
    const original = parseForm(wire);
    const bytes = new TextEncoder().encode(wire);
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Uint8Array.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      const text = new TextDecoder().decode(flipped);
      const verdict = await account.verify(get(text));
      if (!verdict.ok) continue;
      // %3c for %3D … can spell the same signature; nothing else may pass.
      expect(parseForm(text)).toEqual(original);
    }
  });

  it("accepts RSA only, whatever the sender names [P7]", async () => {
    for (const type of ["MD5", "RSA2", "", "rsa"]) {
      expect(await account.verify(get(wire.replace("sign_type=RSA", `sign_type=${type}`)))).toMatchObject({
        ok: false,
        reason: "sign_type",
      });
    }
    const fields = new Map(parseForm(vector.text));
    const md5 = signMd5(fields, platformPublicKey);
    expect(await account.verify(get(`${vector.text}&sign=${md5}&sign_type=RSA`))).toMatchObject({
      ok: false,
      reason: "signature",
    });
    const sha1 = sign("sha1", Buffer.from(vector.text), keys.privateKey).toString("base64");
    expect(
      await own.verify(get(`${vector.text}&${new URLSearchParams({ sign: sha1, sign_type: "RSA" })}`)),
    ).toMatchObject({ ok: false, reason: "signature" });
  });

  it("is refused where a signed message could be another one at other cuts [C101]", async () => {
    const text = canonicalString(new Map(parseForm(vector.text)));
    const [, behind = ""] = /&(pid=.*)$/s.exec(text) ?? [];
    const before = text.slice(0, -behind.length - 1);
    // The same bytes and the same signature, with the end of them in a value of the field before.
    const [name = "", value = ""] = before.slice(before.lastIndexOf("&") + 1).split(/=(.*)/s);
    const cut = new Map(parseForm(before.slice(0, before.lastIndexOf("&"))));
    cut.set(name, `${value}&${behind}`);
    expect(canonicalString(cut)).toBe(text);
    const forged = new URLSearchParams([...cut, ["sign", vector.sign], ["sign_type", "RSA"]]);
    expect(await account.verify(get(String(forged)))).toMatchObject({ ok: false, reason: "malformed" });
    for (const over of [{ type: "a&b=c" }, { "a&b": "1" }, { "a=b": "1" }] as Record<string, string>[])
      expect(await own.verify(signed(over))).toMatchObject({ ok: false, reason: "malformed" });
    expect(await own.verify(signed({ name: "Salt & pepper" }))).toMatchObject({ ok: true });
  });

  it("a signed message of another state or merchant pays nothing [P4, P5]", async () => {
    expect(await own.verify(signed({}))).toMatchObject({ ok: true, notification: { isPaid: true } });
    expect(await own.verify(signed({ trade_status: "TRADE_CLOSED" }))).toMatchObject({
      ok: true,
      notification: { isPaid: false },
    });
    expect(await own.verify(signed({ pid: "1002" }))).toMatchObject({ ok: false, reason: "merchant" });
    expect(await own.verify(signed({ money: "1e1" }))).toMatchObject({ ok: false, reason: "amount_format" });
  });

  it(`accepts nothing and throws nothing for ${inventions} invented inputs`, async () => {
    const mutated = fc
      .tuple(fc.nat(wire.length - 1), fc.string({ unit: "binary", minLength: 1, maxLength: 5 }))
      .map(([at, insert]) => wire.slice(0, at) + insert + wire.slice(at + 1));
    const original = parseForm(wire);
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, fc.string({ unit: "binary", maxLength: 300 })), async (input) => {
        const verdict = await account.verify(get(input));
        if (!verdict.ok) return true;
        const read = parseForm(input);
        return read !== null && original !== null && canonicalString(read) === canonicalString(original);
      }),
      { numRuns: inventions },
    );
  });

  it("signs its link with the merchant's key, which is not in it", async () => {
    testClock.set(vector.at);
    const start = await own.create({
      paymentNo: "P1",
      amountCents: 990n,
      currency: "CNY",
      title: "VIP",
      notifyUrl: "https://shop.example.com/n",
      returnUrl: "https://shop.example.com/r",
      clientIp: "203.0.113.7",
      device: "pc",
      expiresAt: new Date(0),
    });
    const url = new URL(start.payUrl ?? "");
    expect(url.pathname).toBe("/api/pay/submit");
    expect(url.searchParams.get("timestamp")).toBe("1767225600");
    // The same canonical string and key: what we sign, the gateway verifies as we verify it.
    const echo = new URLSearchParams(url.searchParams);
    for (const [key, value] of [
      ["trade_no", "T1"],
      ["trade_status", "TRADE_SUCCESS"],
    ] as const)
      echo.set(key, value);
    expect(await own.verify(get(url.search.slice(1)))).toMatchObject({ ok: false, reason: "missing_field" });
    expect(await own.verify(get(echo.toString()))).toMatchObject({ ok: false, reason: "signature" });
    expect(start.payUrl).not.toContain(privateKey.slice(40, 80));
  });

  it("keys that are blank or no RSA keys connect to nothing [C34]", () => {
    const ed = generateKeyPairSync("ed25519")
      .publicKey.export({ format: "der", type: "spki" })
      .toString("base64");
    for (const broken of [
      { merchant_private_key: " " },
      { merchant_private_key: "AAAA" },
      { merchant_private_key: publicKey },
      { platform_public_key: "" },
      { platform_public_key: "not a key" },
      { platform_public_key: ed },
    ]) {
      expect(() => epayV2.connect({ ...settings, ...broken })).toThrow();
    }
  });
});
