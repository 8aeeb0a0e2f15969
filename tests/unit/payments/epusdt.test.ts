import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epusdt, signEpusdt } from "@/lib/payments/providers/epusdt/epusdt";
import { parseFlatJson } from "@/lib/payments/providers/flat-json";
import { posted } from "../../support/builders/notification-message";
import { inventions } from "../../support/harness/seed";
import { epusdt as vector } from "./vectors";

const account = epusdt.connect({ gateway_url: "https://usdt.example.com", api_token: vector.token });

const post = (body: string | Uint8Array, contentType = "application/json") =>
  posted(body, { "content-type": contentType });

const signed = (over: Record<string, string>) => {
  const fields = new Map(parseFlatJson(vector.body));
  for (const [key, value] of Object.entries(over)) fields.set(key, value);
  fields.set("signature", signEpusdt(fields, vector.token));
  const members = [...fields].map(
    ([key, value]) =>
      `${JSON.stringify(key)}:${/^-?\d+(\.\d+)?(e-?\d+)?$/.test(value) ? value : JSON.stringify(value)}`,
  );
  return post(`{${members.join(",")}}`);
};

describe("epusdt", () => {
  it("signs the documented vector", () => {
    const fields = new Map([
      ["order_id", "20220201030210321"],
      ["amount", "42"],
      ["notify_url", "http://example.com/notify"],
      ["redirect_url", "http://example.com/redirect"],
    ]);
    expect(signEpusdt(fields, "epusdt_password_xasddawqe")).toBe("1cd4b52df5587cfb1968b0c0c6e156cd");
  });

  it("accepts the published notification", async () => {
    expect(await account.verify(post(vector.body))).toEqual({
      ok: true,
      notification: {
        paymentNo: "P20260101000001",
        tradeNo: "202601010000001",
        amountCents: 990n,
        currency: "CNY",
        merchant: "token",
        status: "2",
        isPaid: true,
      },
    });
  });

  it("a waiting or expired payment verifies and is not paid [P4]", async () => {
    expect(await account.verify(post(vector.waiting))).toMatchObject({
      ok: true,
      notification: { status: "1", isPaid: false },
    });
    expect(await account.verify(signed({ status: "3" }))).toMatchObject({
      ok: true,
      notification: { isPaid: false },
    });
  });

  it("refuses every single-byte change of the published notification", async () => {
    const bytes = new TextEncoder().encode(vector.body);
    const original = parseFlatJson(vector.body);
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of [0x01, 0x20, 0x80]) {
        const flipped = Uint8Array.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ mask;
        const verdict = await account.verify(post(flipped));
        if (verdict.ok) expect(parseFlatJson(new TextDecoder().decode(flipped))).toEqual(original);
      }
    }
  });

  it("signs every field that came, new ones too, and numbers as they were written", async () => {
    expect(await account.verify(signed({ pid: "1", receive_address: "TX" }))).toMatchObject({ ok: true });
    expect(await account.verify(signed({ actual_amount: "1e-05" }))).toMatchObject({ ok: true });
    expect(
      await account.verify(post(vector.body.replace('"status":2', '"status":2,"pid":"1"'))),
    ).toMatchObject({
      ok: false,
      reason: "signature",
    });
    expect(await account.verify(post(vector.body.replace('"amount":9.9,', '"amount":9.90,')))).toMatchObject({
      ok: false,
      reason: "signature",
    });
  });

  it("is refused where a signed notification could be another one at other cuts [C101]", async () => {
    const other = "x&order_id=PVICTIM&status=2";
    for (const over of [{ name: other }, { "a&b": "1" }, { "a=b": "1" }] as Record<string, string>[])
      expect(await account.verify(signed(over))).toMatchObject({ ok: false, reason: "malformed" });
  });

  it("an amount of another shape is refused [P2, P16]", async () => {
    for (const amount of ["9.901", "1e1", "-1", "nine"])
      expect((await account.verify(signed({ amount }))).ok, amount).toBe(false);
    expect(await account.verify(signed({ amount: "0.01" }))).toMatchObject({
      ok: true,
      notification: { amountCents: 1n },
    });
  });

  it("accepts JSON by POST only [P17]", async () => {
    expect(await account.verify(post(vector.body, "text/plain"))).toMatchObject({
      ok: false,
      reason: "content_type",
    });
    expect(await account.verify({ ...post(vector.body), method: "GET" })).toMatchObject({
      ok: false,
      reason: "content_type",
    });
  });

  it("answers exactly ok, and a refusal that BEpusdt does not take for one [P9]", () => {
    expect(epusdt.ack).toMatchObject({ status: 200, body: "ok" });
    for (const fault of ["refused", "ours"] as const) {
      const nack = epusdt.nack(fault);
      expect(nack.status).toBeGreaterThanOrEqual(400);
      expect(nack.body).toBe("fail");
    }
  });

  it(`accepts nothing and throws nothing for ${inventions} invented inputs`, async () => {
    const mutated = fc
      .tuple(fc.nat(vector.body.length - 1), fc.string({ unit: "binary", minLength: 1, maxLength: 4 }))
      .map(([at, insert]) => vector.body.slice(0, at) + insert + vector.body.slice(at + 1));
    const original = parseFlatJson(vector.body);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(mutated, fc.json(), fc.string({ unit: "binary", maxLength: 200 })),
        async (input) => {
          const message = post(input);
          epusdt.redact(message);
          const verdict = await account.verify(message);
          return (
            !verdict.ok ||
            JSON.stringify([...(parseFlatJson(input) ?? [])].sort()) ===
              JSON.stringify([...(original ?? [])].sort())
          );
        },
      ),
      { numRuns: inventions },
    );
  });

  it("a blank token connects to nothing, and the log text has no signature [C34]", () => {
    expect(() => epusdt.connect({ gateway_url: "https://usdt.example.com", api_token: "  " })).toThrow();
    expect(epusdt.redact(post(vector.body))).not.toContain("e9907092");
  });
});

describe("flat JSON", () => {
  it("keeps numbers as text and refuses what is nested, repeated or not JSON", () => {
    expect(parseFlatJson(' {"a": 28.80, "b":"\\u4f1a\\n", "c":null, "d":true, "e":1e-05} ')).toEqual(
      new Map([
        ["a", "28.80"],
        ["b", "会\n"],
        ["d", "true"],
        ["e", "1e-05"],
      ]),
    );
    for (const text of [
      "",
      "[]",
      "{}",
      '{"a":{}}',
      '{"a":[1]}',
      '{"a":1,"a":2}',
      '{"a":1}x',
      '{"a":1,}',
      '{"a":01x}',
      '{"a":"\\x"}',
      '{"a":"\\u0000"}',
      '{"a":1',
    ]) {
      expect(parseFlatJson(text), text).toBeNull();
    }
  });
});
