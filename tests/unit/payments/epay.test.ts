import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTarget, targetOf } from "@/lib/payments/events/notification-target";
import { epay } from "@/lib/payments/providers/epay/epay";
import { canonicalString, signMd5 } from "@/lib/payments/providers/epay/epay-signature";
import { parseForm } from "@/lib/payments/providers/form-fields";
import { account, get, good, key, signed } from "../../support/builders/epay-messages";
import { posted } from "../../support/builders/notification-message";
import { inventions } from "../../support/harness/seed";

const bepusdt = epay.connect({
  gateway_url: "https://usdt.example.com",
  pid: "1000",
  key: "tok_bepusdt",
  type: "usdt.trc20",
});

const signedText =
  "money=9.9&name=VIP 会员+1&out_trade_no=P20260101000001&pid=1001&trade_no=2026010100000112345&trade_status=TRADE_SUCCESS&type=alipay";
const wire =
  "pid=1001&trade_no=2026010100000112345&out_trade_no=P20260101000001&type=alipay&name=VIP+%E4%BC%9A%E5%91%98%2B1&money=9.9&trade_status=TRADE_SUCCESS&param=&sign=70f5f7ff7d420b30c52d98575a77ce22&sign_type=MD5";
const bepusdtText =
  "money=1.00&name=x&out_trade_no=P20260101000002&pid=1000&trade_no=Ab12&trade_status=TRADE_SUCCESS&type=usdt.trc20";
const bepusdtSign = "3a7eb89c5d1b0ea9be9f62154615e029";

const post = (body: string, type = "application/x-www-form-urlencoded") =>
  posted(body, { "content-type": type });

describe("EPay v1", () => {
  it("signs the published vector", () => {
    const fields = parseForm(wire);
    expect(fields && canonicalString(fields)).toBe(signedText);
    expect(fields && signMd5(fields, key)).toBe("70f5f7ff7d420b30c52d98575a77ce22");
  });

  it("accepts the published notification with 9.9 for 9.90", async () => {
    expect(await account.verify(get(wire))).toEqual({
      ok: true,
      notification: {
        paymentNo: "P20260101000001",
        tradeNo: "2026010100000112345",
        isPaid: true,
        status: "TRADE_SUCCESS",
        amountCents: 990n,
        currency: "CNY",
        merchant: "1001",
      },
    });
  });

  it("accepts the same fields as a POST form, as some forks send them", async () => {
    expect(await account.verify(post(wire))).toMatchObject({ ok: true, notification: { amountCents: 990n } });
  });

  it("refuses a POST of any other type", async () => {
    expect(await account.verify(post(wire, "application/json"))).toMatchObject({
      ok: false,
      reason: "content_type",
    });
    expect(await account.verify(post(wire, "multipart/form-data; boundary=x"))).toMatchObject({
      ok: false,
      reason: "content_type",
    });
    expect(await account.verify(post(wire, ""))).toMatchObject({ ok: false, reason: "content_type" });
  });

  it("refuses every single-byte change of the published notification", async () => {
    const fields = parseForm(wire);
    const bytes = new TextEncoder().encode(wire);
    let sameMeaning = 0;
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of [0x01, 0x20, 0x80]) {
        const flipped = Uint8Array.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ mask;
        const text = new TextDecoder().decode(flipped);
        const verdict = await account.verify(get(text));
        if (!verdict.ok) continue;
        // %e4 for %E4, or another name for the empty `param`: what was signed is byte for byte the same.
        const read = parseForm(text);
        expect(read && canonicalString(read), text).toBe(fields && canonicalString(fields));
        expect(verdict.notification).toMatchObject({ paymentNo: "P20260101000001", amountCents: 990n });
        sameMeaning++;
      }
    }
    expect(sameMeaning).toBeLessThan(40);
    const sign = "70f5f7ff7d420b30c52d98575a77ce22";
    for (let at = 0; at < sign.length; at++) {
      for (const digit of "0123456789abcdefABCDEF") {
        if (digit === sign[at]) continue;
        const other = sign.slice(0, at) + digit + sign.slice(at + 1);
        expect((await account.verify(get(wire.replace(sign, other)))).ok).toBe(false);
      }
    }
  });

  it(`accepts nothing and throws nothing for ${inventions} invented inputs`, async () => {
    const field = fc.constantFrom(
      "pid",
      "money",
      "trade_no",
      "out_trade_no",
      "trade_status",
      "sign",
      "sign_type",
      "name",
      "money[]",
      "__proto__",
    );
    const value = fc.oneof(
      fc.constantFrom("1001", "9.9", "TRADE_SUCCESS", "MD5", "RSA", "P1", "", "%", "%zz", "%00", "٩.٩"),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.stringMatching(/^[0-9a-f]{32}$/),
    );
    const pairs = fc
      .array(fc.tuple(field, value), { maxLength: 12 })
      .map((all) => all.map(([k, v]) => `${k}=${v}`).join("&"));
    const mutated = fc
      .tuple(
        fc.nat(wire.length - 1),
        fc.nat(wire.length - 1),
        fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
      )
      .map(([at, length, insert]) => wire.slice(0, at) + insert + wire.slice(at + (length % 5)));
    const text = fc.oneof(pairs, mutated, fc.string({ unit: "binary", maxLength: 300 }));
    const original = parseForm(wire);
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), fc.boolean(), async (input, isPost, hasOwnKeys) => {
        const message = isPost ? post(input) : get(input, hasOwnKeys);
        const verdict = await account.verify(message);
        epay.redact(message);
        if (!verdict.ok) return true;
        const read = parseForm(input);
        if (hasOwnKeys && read) for (const own of ["provider", "id"]) read.delete(own);
        return read !== null && original !== null && canonicalString(read) === canonicalString(original);
      }),
      { numRuns: inventions },
    );
  });

  it("refuses a field that is given twice [P2]", async () => {
    expect(await account.verify(get(`${signed(good)}&money=0.01`))).toMatchObject({
      ok: false,
      reason: "malformed",
    });
  });

  it("a signed status other than TRADE_SUCCESS is not paid [P4]", async () => {
    for (const status of [
      "TRADE_CLOSED",
      "WAIT_BUYER_PAY",
      "TRADE_FINISHED",
      "trade_success",
      "1",
      "3",
      "",
    ]) {
      expect(await account.verify(get(signed({ ...good, trade_status: status }))), status).toMatchObject({
        ok: true,
        notification: { isPaid: false },
      });
    }
  });

  it("refuses another merchant, with our key and with theirs [P5]", async () => {
    expect(await account.verify(get(signed({ ...good, pid: "1002" })))).toMatchObject({
      ok: false,
      reason: "merchant",
      claimedPaymentNo: "P1",
    });
    expect(await account.verify(get(signed({ ...good, pid: "1002" }, "another key")))).toMatchObject({
      ok: false,
      reason: "signature",
    });
  });

  it("the sender cannot choose how to sign [P7]", async () => {
    const fields = new Map(Object.entries(good));
    const text = canonicalString(fields) + key;
    const sha1 = createHash("sha1").update(text).digest("hex");
    for (const type of ["RSA", "SHA1", "md5", "", "HMAC"]) {
      expect(
        await account.verify(get(signed(good).replace("sign_type=MD5", `sign_type=${type}`))),
      ).toMatchObject({
        ok: false,
        reason: "sign_type",
      });
    }
    const sign = signMd5(fields, key);
    for (const other of [
      "",
      sha1,
      sign.toUpperCase(),
      sign.slice(1),
      `${sign}0`,
      createHash("md5").update(canonicalString(fields)).digest("hex"),
    ]) {
      expect(
        await account.verify(get(new URLSearchParams({ ...good, sign: other }).toString())),
        other,
      ).toMatchObject({ ok: false, reason: "signature" });
    }
    expect(await account.verify(get(new URLSearchParams(good).toString()))).toMatchObject({
      ok: false,
      reason: "signature",
    });
  });

  it("our own provider and id are no part of what was signed, however the gateway mangled them [P8]", async () => {
    const own = (prefix: string) => `${prefix}${wire}`;
    for (const query of [
      own("provider=epay&id=7&"),
      own("provider=epay&amp;id=7&"),
      own("provider=epay&id=7?"),
      own("provider=epay&amp;id=7?"),
      own("id=7&provider=epay?"),
    ]) {
      expect(await account.verify(get(query, true)), query).toMatchObject({ ok: true });
      expect(findTarget(query), query).toEqual({ provider: "epay", channelId: 7 });
    }
    // No query of ours at all: the path names the channel.
    expect(targetOf({ provider: "epay", id: "7" })).toEqual({ provider: "epay", channelId: 7 });
    expect(await account.verify(get(wire))).toMatchObject({ ok: true });
  });

  it("reads BEpusdt's EPay mode, which glues a second question mark and leaves sign_type out [P8]", async () => {
    expect(
      signMd5(
        new Map(bepusdtText.split("&").map((pair) => pair.split("=") as [string, string])),
        "tok_bepusdt",
      ),
    ).toBe(bepusdtSign);
    const query = `provider=epay&id=7?${bepusdtText}&sign=${bepusdtSign}`;
    expect(await bepusdt.verify(get(query, true))).toMatchObject({
      ok: true,
      notification: { amountCents: 100n, merchant: "1000", tradeNo: "Ab12" },
    });
  });
});
