import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readCallback, sign, verify } from "@/clients/typescript/src/partner";
import { signedHeaders } from "@/lib/interconnect/signature";

const page = readFileSync(path.resolve(import.meta.dirname, "../../../docs/interconnect.md"), "utf8");
const vector = page.slice(page.indexOf("A vector to check"));
const value = (name: string) => new RegExp(`^${name} +(.+?)(?: {2,}.*)?$`, "m").exec(vector)?.[1] ?? "";
const parts = { timestamp: value("timestamp"), nonce: value("nonce") };
const credentials = { key: value("key"), secret: value("secret") };
const at = Number(parts.timestamp);
const proof = {
  key: credentials.key,
  secrets: ["sk_of_before_the_rotation", credentials.secret],
  now: () => at,
};
const body = value("body");

const signed = async (change: Record<string, string> = {}, text = body) =>
  new Headers({ ...(await sign(credentials, text, parts)), ...change });

describe("the TypeScript client", () => {
  it("signs the guide's vectors as the shop does [C122]", async () => {
    for (const [text, signature] of [
      [body, value("signature")],
      ["", value("empty body")],
    ] as const)
      expect((await sign(credentials, text, parts))["X-Site-Signature"]).toBe(signature);
  });

  it("takes what the shop signs, with either secret of a rotation", async () => {
    const bytes = new TextEncoder().encode(body);
    const headers = new Headers(signedHeaders(credentials, bytes, new Date(at * 1000)));
    expect(await verify(headers, bytes, proof)).toBeNull();
    expect(await verify(headers, bytes, { ...proof, secrets: ["sk_of_before_the_rotation"] })).toBe(
      "wrong_signature",
    );
  });

  it.each([
    ["a changed body", async () => signed({}, `${body} `), "wrong_signature"],
    ["another key", async () => signed({ "X-Site-Key": "ak_test_0002" }), "unknown_key"],
    ["a signature in capitals", async () => signed({ "X-Site-Signature": "A".repeat(64) }), "malformed"],
    ["a timestamp in milliseconds", async () => signed({ "X-Site-Timestamp": `${at}000` }), "malformed"],
    ["a nonce that is no UUID", async () => signed({ "X-Site-Nonce": "1" }), "malformed"],
    ["no headers at all", async () => new Headers(), "malformed"],
  ] as const)("refuses %s", async (_, headers, refused) => {
    expect(await verify(await headers(), body, proof)).toBe(refused);
  });

  it("takes a message of 300 seconds ago or ahead, and none of 301", async () => {
    const headers = await signed();
    for (const seconds of [-300, 300])
      expect(await verify(headers, body, { ...proof, now: () => at + seconds })).toBeNull();
    for (const seconds of [-301, 301])
      expect(await verify(headers, body, { ...proof, now: () => at + seconds })).toBe("clock_skew");
  });

  it("spends the nonce of a genuine message once, and none for a forged one", async () => {
    const spent = new Map<string, number>();
    const spendNonce = (nonce: string, until: number) => {
      const isNew = !spent.has(nonce);
      spent.set(nonce, until);
      return isNew;
    };
    const forged = await signed({ "X-Site-Signature": "0".repeat(64) });
    expect(await verify(forged, body, { ...proof, spendNonce })).toBe("wrong_signature");
    expect(spent.size).toBe(0);
    expect(await verify(await signed(), body, { ...proof, spendNonce })).toBeNull();
    expect(await verify(await signed(), body, { ...proof, spendNonce })).toBe("nonce_replayed");
    expect([...spent.values()]).toEqual([at + 301]);
  });

  it("reads a callback over its raw bytes, and nothing of one that is not genuine", async () => {
    const callback = { event: "ping", note: "测试 ☃" };
    const text = JSON.stringify(callback);
    const incoming = async (headers: Headers) =>
      readCallback(new Request("http://agent.example", { method: "POST", headers, body: text }), proof);
    expect(await incoming(await signed({}, text))).toEqual({ callback });
    expect(await incoming(await signed({}, body))).toEqual({ refused: "wrong_signature" });
  });
});
