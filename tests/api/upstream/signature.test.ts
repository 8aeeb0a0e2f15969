import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as order from "@/app/api/v1/upstream/orders/[upstream_order_no]/route";
import * as products from "@/app/api/v1/upstream/products/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { rotateSiteSecret } from "@/lib/interconnect/main/rotate-site-secret";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { aSite, callSigned, signedFor } from "../../support/builders/sites";
import { agentOfTest, anOrderBody, codeOf, mainSite } from "../../support/fakes/main-site";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";
import { isLong } from "../../support/harness/tier";

const { agent, main } = agentOfTest();

const lastCall = () => db().requestLog.findFirstOrThrow({ orderBy: { id: "desc" } });

/** Skew is compared in whole seconds of the database's clock: away from a second's edge the verdict is certain. */
async function early(): Promise<number> {
  for (;;) {
    const ms = Date.now() % 1000;
    if (ms > 50 && ms < 500) return Math.floor(Date.now() / 1000);
    await new Promise((resolve) => setTimeout(resolve, 1050 - ms));
  }
}

const batches = isLong ? 100 : 10;

describe("signed calls", () => {
  it("a good signature is accepted and logged [C40]", async () => {
    const answer = await main.products();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(["status_code", "msg", "data", "request_id"]);
    const row = await lastCall();
    expect(row).toMatchObject({
      siteId: agent.site.id,
      method: "GET",
      path: "/api/v1/upstream/products",
      httpStatus: 200,
      statusCode: 0,
      isSignatureValid: true,
      cause: null,
      requestId: answer.json.request_id,
    });
  });

  it("get one text whatever is wrong, and the cause stands in the log only [C40]", async () => {
    const other = await aSite({ status: "disabled" });
    const far = await aSite({ ipAllowList: ["198.51.100.0/24"] });
    const stale = String(Math.floor(Date.now() / 1000) - 400);
    const cases: [
      string,
      Promise<{ status: number; json: { status_code: number; msg: string; data: unknown } }>,
    ][] = [
      ["malformed_key", main.products("", { headers: { "x-site-key": "short" } })],
      ["malformed_timestamp", main.products("", { timestamp: "now" })],
      ["malformed_nonce", main.products("", { nonce: "1234" })],
      ["malformed_signature", main.products("", { signature: "zz".repeat(32) })],
      ["unknown_key", mainSite({ key: "nobody_knows_me", secret: agent.secret }).products()],
      ["wrong_signature", mainSite({ key: agent.key, secret: "another" }).products()],
      ["clock_skew", main.products("", { timestamp: stale })],
      ["disabled", mainSite(other).products()],
      ["ip_not_allowed", mainSite(far).products()],
    ];
    const texts = new Set<string>();
    for (const [cause, pending] of cases) {
      const { status, json } = await pending;
      expect([status, json.status_code, json.data]).toEqual([403, 4003, null]);
      texts.add(json.msg);
      const row = await db().requestLog.findFirst({ where: { cause } });
      expect(row, cause).not.toBeNull();
      // Only a key that nobody has belongs to no partner.
      expect(row?.siteId === null, cause).toBe(["malformed_key", "unknown_key"].includes(cause));
      expect(row?.isSignatureValid).toBe(["clock_skew", "disabled", "ip_not_allowed"].includes(cause));
    }
    expect(texts.size).toBe(1);
    expect(await db().nonce.count()).toBe(0);
  });

  it("the same signed request at once is accepted exactly once [N1]", async () => {
    for (let round = 0; round < 20; round++) {
      const nonce = randomUUID();
      const timestamp = String(Math.floor(Date.now() / 1000));
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => main.products("", { nonce, timestamp })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ json }) => json.status_code === 4003)).toHaveLength(19);
    }
  });

  it("a nonce is one nonce in any case, and belongs to its key [N1]", async () => {
    const nonce = randomUUID();
    expect((await main.products("", { nonce })).status).toBe(200);
    expect((await main.products("", { nonce: nonce.toUpperCase() })).status).toBe(403);
    expect((await mainSite(await aSite()).products("", { nonce })).status).toBe(200);
  });

  it("300 seconds are accepted on both sides and 301 are not [N3]", async () => {
    for (const [offset, status] of [
      [-300, 200],
      [300, 200],
      [-301, 403],
      [301, 403],
    ] as const) {
      const at = await early();
      expect((await main.products("", { timestamp: String(at + offset) })).status, String(offset)).toBe(
        status,
      );
    }
  });

  it("an application clock that is four minutes off changes no verdict [N3]", async () => {
    testClock.advance(240);
    const at = await early();
    expect((await main.products("", { timestamp: String(at - 299) })).status).toBe(200);
    expect((await main.products("", { timestamp: String(at + 299) })).status).toBe(200);
    expect((await main.products("", { timestamp: String(at - 301) })).status).toBe(403);
  });

  it("a nonce outlives the last second of its timestamp [C42]", async () => {
    const ahead = Math.floor(Date.now() / 1000) + 290;
    await main.products("", { timestamp: String(ahead) });
    const { expiresAt } = await db().nonce.findFirstOrThrow();
    expect(expiresAt.getTime() / 1000).toBeGreaterThanOrEqual(ahead + 301);
  });

  it(`${100 * batches} bad signatures burn no nonce [N4]`, async () => {
    overrideConfig({ "limits.unprovedPerMinute": "1000000" });
    const nonce = randomUUID();
    for (let batch = 0; batch < batches; batch++)
      await Promise.all(
        Array.from({ length: 100 }, () => main.products("", { nonce, signature: "0".repeat(64) })),
      );
    expect(await db().nonce.count()).toBe(0);
    expect(await db().requestLog.count({ where: { cause: "wrong_signature" } })).toBe(100 * batches);
    expect((await main.products("", { nonce })).status).toBe(200);
  });

  it("are accepted with the very bytes that were signed alone [C41, N5, N6]", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const body = JSON.stringify(anOrderBody(sku, { metadata: { note: "测试 ☃" } }));
    const variants = [
      body.replace('"quantity":1', '"quantity":2'),
      body.replace("测试 ☃", "\\u6d4b\\u8bd5 \\u2603"),
      body.replace(/,/g, ", "),
      `${body}\n`,
      `\ufeff${body}`,
      body.replace(/,/g, ",\r\n"),
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())),
    ];
    for (const raw of variants) {
      const answer = await main.create(undefined, { raw, headers: signedFor(agent, body) });
      expect(codeOf(answer)).toEqual([403, 4003]);
    }
    expect(await db().order.count()).toBe(0);
    expect((await main.create(undefined, { raw: body })).status).toBe(200);
  });

  it("header names count in any case, and a header given twice is refused [N7]", async () => {
    const headers = signedFor(agent, "");
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect((await call(products.GET, "GET", { headers: upper })).status).toBe(200);
    for (const name of Object.keys(headers)) {
      const fresh = signedFor(agent, "");
      const request = new Headers(fresh);
      request.append(name, request.get(name) ?? "");
      const answer = await call(products.GET, "GET", { headers: Object.fromEntries(request) });
      expect(codeOf(answer)).toEqual([403, 4003]);
    }
  });

  it.each(["+1767225600", "1.7672256e9", "0x6955b900", "1767225600000", "1767225600abc", "-1767225600"])(
    "the timestamp %j is refused [N8]",
    async (timestamp) => {
      const answer = await main.products("", { timestamp });
      expect(codeOf(answer)).toEqual([403, 4003]);
    },
  );

  it("a signature of another length or alphabet is refused and never an error of ours [N9]", async () => {
    const headers = signedFor(agent, "");
    const good = headers["x-site-signature"];
    for (const signature of [good.slice(1), `${good}0`, good.toUpperCase(), `zz${good.slice(2)}`, ""]) {
      const answer = await call(products.GET, "GET", {
        headers: { ...headers, "x-site-signature": signature },
      });
      expect(codeOf(answer)).toEqual([403, 4003]);
    }
  });

  it("a signed call turned to another path of the same key reads only its own data [N11]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const stranger = await aSite();
    const { data } = await mainSite(stranger).create(anOrderBody(sku));
    const turned = await call(order.GET, "GET", {
      headers: signedFor(agent, ""),
      params: { upstream_order_no: data.upstream_order_no },
    });
    expect([turned.status, turned.json.status_code]).toEqual([404, 4004]);
  });

  it("an unknown key and a wrong signature are the same answer [N18]", async () => {
    const unknown = await mainSite({ key: "nobody_knows_me", secret: "x" }).products();
    const wrong = await mainSite({ key: agent.key, secret: "x" }).products();
    const blank = (text: string, id: string) => text.replace(id, "");
    expect(blank(unknown.text, unknown.json.request_id)).toBe(blank(wrong.text, wrong.json.request_id));
  });

  it("are signed by both secrets for a day after a rotation, and then by the new one alone [N22]", async () => {
    const rotated = await rotateSiteSecret(await anAdmin(), aClient(), agent.site.id);
    const fresh = mainSite({ key: agent.key, secret: rotated.secret });
    expect((await main.products()).status).toBe(200);
    expect((await fresh.products()).status).toBe(200);
    testClock.advance(24 * 3600 + 1);
    expect((await main.products()).status).toBe(403);
    expect((await fresh.products()).status).toBe(200);
  });

  it("a second rotation ends the secret before the last at once [N22]", async () => {
    const admin = await anAdmin();
    const second = await rotateSiteSecret(admin, aClient(), agent.site.id);
    const third = await rotateSiteSecret(admin, aClient(), agent.site.id);
    expect((await main.products()).status).toBe(403);
    for (const { secret } of [second, third]) {
      expect((await mainSite({ key: agent.key, secret }).products()).status).toBe(200);
    }
  });

  it("the request log holds no body and no secret [N23]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await main.create(
      anOrderBody(sku, { metadata: { canary: "CANARY-META" }, customer_email: "canary@example.com" }),
    );
    await main.pay(data.upstream_order_no, {
      downstream_payment_id: "CANARY-PAY",
      paid_amount: data.amount,
      paid_at: "2026-01-01T00:00:00Z",
    });
    await callSigned({ key: agent.secret, secret: "x" }, products.GET, "GET");
    const text = JSON.stringify(await db().requestLog.findMany({ omit: { id: true } }));
    for (const canary of ["CANARY", "canary@", agent.secret, "KEY-"]) expect(text).not.toContain(canary);
  });

  it("logs a call whose body is too large to be read [C48]", async () => {
    const answer = await main.create(undefined, { raw: `{"a":"${"x".repeat(300 * 1024)}"}` });
    expect(codeOf(answer)).toEqual([413, 4013]);
    expect(await lastCall()).toMatchObject({ httpStatus: 413, statusCode: 4013, isSignatureValid: false });
  });

  it("limits a key's calls across all processes, and answers when to come again [C49]", async () => {
    overrideConfig({ "limits.upstreamBurst": "5" });
    const slow = await aSite({ ratePerMinute: 60 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => mainSite(slow).products()));
    const admitted = answers.filter(({ status }) => status === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(5);
    expect(admitted).toBeLessThanOrEqual(6);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({ status_code: 4290, data: null });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await main.products()).status).toBe(200);
  });
});
