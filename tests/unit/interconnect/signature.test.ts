import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalString,
  findSigningSecret,
  readSignedHeaders,
  sign,
  signedHeaders,
} from "@/lib/interconnect/signature";

const key = "ak_test_0001";
const secret = "sk_test_9f8e7d6c5b4a39281706";
const timestamp = "1767225600";
const nonce = "3f2b8c1e-5d4a-4b6f-9a7c-0e1d2c3b4a59";
const bytes = (text: string) => new TextEncoder().encode(text);
const order =
  '{"product_id":12,"sku_id":34,"quantity":2,"downstream_order_no":"A20260101-0001","customer_email":"buyer@example.com","metadata":{"note":"测试 ☃"}}';
const orderSignature = "967039ca7248f7ec60646175682ac7f2e94d3e47de4823ebb0b3f636ee88d2b9";

describe("signature", () => {
  it.each([
    ["the order body", order, orderSignature],
    ["an empty body", "", "7136c1afd6c2cab386b380f48b5cad2dabc228a7d8b491b48df271986161af39"],
    [
      "the same object with escapes",
      order.replace("测试 ☃", "\\u6d4b\\u8bd5 \\u2603"),
      "bd64eceac4624029e16b6be68f1ec079970658a98ed4d090de1a7261d777243a",
    ],
    [
      "the body and a newline",
      `${order}\n`,
      "64144a9aa1349c89bb2289fd9f2dc4fabc245dc4ed8b73499268cfeadc4d6b8d",
    ],
  ])("signs %s as the vector says", (_, body, expected) => {
    expect(sign(secret, { key, timestamp, nonce, body: bytes(body) })).toBe(expected);
  });

  it("signs a callback as the vector says", () => {
    const body =
      '{"event":"order.fulfilled","upstream_order_no":"U20260101000001","downstream_order_no":"A20260101-0001","fulfillment":{"status":"ready","payload":"CARD-AAAA-BBBB\\nCARD-CCCC-DDDD"},"timestamp":"2026-01-01T00:00:05Z"}';
    const parts = {
      key,
      timestamp: "1767225605",
      nonce: "9b1d3e57-2c4a-4f60-8b2e-7a6c5d4e3f21",
      body: bytes(body),
    };
    expect(sign(secret, parts)).toBe("8472ac690058888da3b04fa20626672c20d553ea579b29096f87ca797d98beab");
  });

  it("joins key, timestamp, nonce and the body's digest with nothing between", () => {
    expect(canonicalString({ key, timestamp, nonce, body: bytes(order) })).toBe(
      `${key}${timestamp}${nonce}77df8df8682ab587ebb924b63be946ad503efa94b0f1dd44088d3f75e550482a`,
    );
  });

  it("every flipped byte of the vector's 151 fails [N5]", () => {
    const body = bytes(order);
    expect(body).toHaveLength(151);
    for (let index = 0; index < body.length; index++) {
      const flipped = body.slice();
      flipped[index] = (flipped[index] ?? 0) ^ 1;
      expect(
        findSigningSecret([secret], { key, timestamp, nonce, body: flipped }, orderSignature),
      ).toBeNull();
    }
    expect(findSigningSecret([secret], { key, timestamp, nonce, body }, orderSignature)).toBe(secret);
  });

  it("any of several secrets verifies, none of none [N22]", () => {
    const parts = { key, timestamp, nonce, body: bytes(order) };
    expect(findSigningSecret(["another-secret", secret], parts, orderSignature)).toBe(secret);
    expect(findSigningSecret([], parts, orderSignature)).toBeNull();
  });

  it("verifies what it signed itself, and nothing else", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        (body, mine, other) => {
          const headers = new Headers(
            signedHeaders({ key, secret: mine }, body, new Date("2026-01-01T00:00:00Z")),
          );
          const read = readSignedHeaders(headers);
          if ("malformed" in read) throw new Error(read.malformed);
          expect(findSigningSecret([mine], { ...read, body }, read.signature)).toBe(mine);
          if (other !== mine)
            expect(findSigningSecret([other], { ...read, body }, read.signature)).toBeNull();
        },
      ),
    );
  });
});

describe("signed headers", () => {
  const good = {
    "X-Site-Key": key,
    "X-Site-Timestamp": timestamp,
    "X-Site-Nonce": nonce,
    "X-Site-Signature": orderSignature,
  };
  const read = (changed: Record<string, string>) => readSignedHeaders(new Headers({ ...good, ...changed }));

  it("names are read in any case, and a header given twice is malformed [N7]", () => {
    expect(
      readSignedHeaders(
        new Headers(Object.entries(good).map(([name, value]) => [name.toLowerCase(), value])),
      ),
    ).toMatchObject({ key });
    expect(
      readSignedHeaders(
        new Headers(Object.entries(good).map(([name, value]) => [name.toUpperCase(), value])),
      ),
    ).toMatchObject({ key });
    for (const [name, value] of Object.entries(good)) {
      const twice = new Headers(good);
      twice.append(name, value);
      expect(readSignedHeaders(twice)).toHaveProperty("malformed");
    }
  });

  it.each([
    "+1767225600",
    "1.7672256e9",
    "0x6955b900",
    "1767225600000",
    "176722560",
    "1767225600abc",
    "１７６７２２５６００",
    "",
  ])("the timestamp %j is malformed [N8]", (value) => {
    expect(
      readSignedHeaders({
        get: (name: string) => (name === "x-site-timestamp" ? value : new Headers(good).get(name)),
      } as Headers),
    ).toEqual({
      malformed: "timestamp",
    });
  });

  it.each([
    orderSignature.slice(1),
    `${orderSignature}0`,
    orderSignature.toUpperCase(),
    `zz${orderSignature.slice(2)}`,
    "",
  ])("the signature %j is malformed [N9]", (value) =>
    expect(read({ "X-Site-Signature": value })).toEqual({ malformed: "signature" }),
  );

  it.each(["short", "a".repeat(65), "key with space", "ключ-ключ"])(
    "the key %j is malformed [C40]",
    (value) => {
      const headers = {
        get: (name: string) => (name === "x-site-key" ? value : new Headers(good).get(name)),
      } as Headers;
      expect(readSignedHeaders(headers)).toEqual({ malformed: "key" });
    },
  );

  it.each([
    "3f2b8c1e-5d4a-1b6f-9a7c-0e1d2c3b4a59",
    "3f2b8c1e5d4a4b6f9a7c0e1d2c3b4a59",
    "3f2b8c1e-5d4a-4b6f-7a7c-0e1d2c3b4a59",
  ])("the nonce %j is no UUID v4 [C40]", (value) =>
    expect(read({ "X-Site-Nonce": value })).toEqual({ malformed: "nonce" }),
  );

  it("a missing header is malformed [C40]", () => {
    for (const name of Object.keys(good)) {
      const headers = new Headers(good);
      headers.delete(name);
      expect(readSignedHeaders(headers)).toHaveProperty("malformed");
    }
  });
});
