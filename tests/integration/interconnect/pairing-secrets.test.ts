import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import * as account from "@/app/api/v1/upstream/account/route";
import { db } from "@/lib/db/client";
import { getMainSite } from "@/lib/interconnect/agent/main-site-client";
import { syncDueConnections } from "@/lib/interconnect/agent/sync-connection";
import { readPairingCode, writePairingCode } from "@/lib/interconnect/pairing-code";
import { callBack } from "../../support/builders/agent-shop";
import { aProduct } from "../../support/builders/products";
import { aConnection, callSigned } from "../../support/builders/sites";
import { anOrderBody, codeOf, mainSite } from "../../support/fakes/main-site";
import { lastAudit } from "../../support/harness/admin-suite";
import { shopAsAgent } from "../../support/harness/shop-as-agent";

const { url, pair, paste, anotherCode } = shopAsAgent();
const read = (code: string) => {
  const parts = readPairingCode(code);
  if (!parts) throw new Error("No code");
  return parts;
};

/** A main site that is asked to let a code be claimed, and answers when the test says so. */
async function aSlowMain() {
  let letAnswer = () => {};
  const until = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const main = createServer((_, response) => {
    asked();
    void until.then(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => main.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(main.address() as AddressInfo).port}`;
  return { url, isAsked, letAnswer, stop: () => main.close() };
}

describe("the secret of a pairing code", () => {
  it("is good for the claim and signs no other call [C67]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { pairing_code } = await pair();
    const { key, secret } = read(pairing_code);
    const main = mainSite({ key, secret });
    expect(codeOf(await main.products())).toEqual([403, 4003]);
    expect(codeOf(await main.create(anOrderBody(sku)))).toEqual([403, 4003]);
    const own = await callSigned({ key, secret }, account.GET, "GET", { path: "/api/v1/upstream/account" });
    expect(codeOf(own)).toEqual([403, 4003]);
    expect((await paste(pairing_code)).status).toBe(200);
  });

  it("is the last of several made at the same moment, and good once [C67]", async () => {
    const { site } = await pair();
    const made = await Promise.all(Array.from({ length: 5 }, () => anotherCode(site.id)));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const claimed: number[] = [];
    for (const { data } of made) claimed.push((await paste(data.pairing_code)).status);
    expect(claimed.filter((status) => status === 200)).toHaveLength(1);
    expect(await db().siteSigningSecret.count({ where: { isPairing: true } })).toBe(0);
  });

  it("proves a ping while it is claimed, and delivers nothing [C67]", async () => {
    const slow = await aSlowMain();
    const code = { baseUrl: slow.url, key: "ak_moved_0001", secret: "secret-of-the-code" };
    const claim = paste(writePairingCode({ ...code, expiresAt: new Date(Date.now() + 60_000) }));
    await slow.isAsked;
    const body = (event: string, no: string) => ({
      event,
      upstream_order_no: no,
      downstream_order_no: no,
      fulfillment: { status: "ready", payload: "FORGED" },
      timestamp: new Date().toISOString(),
    });
    expect((await callBack(code, body("ping", "PING"))).data).toMatchObject({ result: "ping" });
    expect(codeOf(await callBack(code, body("order.fulfilled", "U1")))).toEqual([403, 4003]);
    slow.letAnswer();
    expect((await claim).status).toBe(409);
    expect(codeOf(await callBack(code, body("ping", "PING")))).toEqual([403, 4003]);
    slow.stop();
  });
});

describe("a connection that is being paired", () => {
  it("is not pulled before its code is claimed [C67]", async () => {
    const slow = await aSlowMain();
    const code = { baseUrl: slow.url, key: "ak_fresh_0001", secret: "secret-of-the-code" };
    const claim = paste(writePairingCode({ ...code, expiresAt: new Date(Date.now() + 60_000) }));
    await slow.isAsked;
    await syncDueConnections();
    const jobs = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'connection.sync'`;
    expect(jobs).toEqual([]);
    slow.letAnswer();
    await claim;
    expect(await db().connection.count()).toBe(0);
    slow.stop();
  });

  it("stays at its address and with its secret while a code is claimed elsewhere, and when that fails [C67]", async () => {
    const slow = await aSlowMain();
    const { id } = await aConnection(
      { key: "ak_known_0001", secret: "the-earlier-secret", baseUrl: url() },
      { currency: "USD" },
    );
    const claim = paste(
      writePairingCode({
        baseUrl: slow.url,
        key: "ak_known_0001",
        secret: "secret-of-the-code",
        expiresAt: new Date(Date.now() + 60_000),
      }),
      { moves: true },
    );
    await slow.isAsked;
    const asItWas = { baseUrl: url(), secret: "the-earlier-secret", isActive: true };
    expect(await getMainSite(id)).toMatchObject(asItWas);
    slow.letAnswer();
    expect((await claim).status).toBe(409);
    expect(await getMainSite(id)).toMatchObject({ ...asItWas, health: { failingSince: null } });
    slow.stop();
  });

  it("is led to another address only when that was asked, naming both [C67]", async () => {
    const { pairing_code } = await pair();
    const { key } = read(pairing_code);
    await aConnection(
      { key, secret: "the-earlier-secret", baseUrl: "https://old.example.com" },
      { name: "Ours" },
    );
    const refused = await paste(pairing_code);
    expect(codeOf(refused)).toEqual([409, 40906]);
    expect(refused.headers.get("x-error-field")).toBe("moves");
    for (const part of ["Ours", "https://old.example.com", url()]) expect(refused.json.msg).toContain(part);
    expect(await db().siteSigningSecret.count({ where: { isPairing: true } })).toBe(1);
    const { status, data } = await paste(pairing_code, { moves: true });
    expect(status).toBe(200);
    expect((await getMainSite(data.id)).baseUrl).toBe(url());
    expect(await lastAudit()).toMatchObject({
      action: "connection.pair",
      data: { from: "https://old.example.com", baseUrl: url() },
    });
  });
});
