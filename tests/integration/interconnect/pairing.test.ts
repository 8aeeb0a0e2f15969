import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import * as account from "@/app/api/v1/upstream/account/route";
import { db } from "@/lib/db/client";
import { getMainSite } from "@/lib/interconnect/agent/main-site-client";
import { pingSite } from "@/lib/interconnect/main/ping-site";
import { readPairingCode, writePairingCode } from "@/lib/interconnect/pairing-code";
import { callBack } from "../../support/builders/agent-shop";
import { aConnection, aSite, callSigned } from "../../support/builders/sites";
import { startFakeReceiver } from "../../support/fakes/fake-receiver";
import { mainSite } from "../../support/fakes/main-site";
import { expectStaffOnly, lastAudit } from "../../support/harness/admin-suite";
import { shopAsAgent } from "../../support/harness/shop-as-agent";
import { overrideConfig } from "../../support/harness/test-config";

const { url, post, pair, paste, anotherCode } = shopAsAgent();
const siteRow = (id: number) => db().site.findUniqueOrThrow({ where: { id } });

describe("a pairing code", () => {
  it("connects both sides in one paste: secret, callback address, currency and a pull [C67]", async () => {
    const made = await pair();
    const { status, data } = await paste(`  ${made.pairing_code}\n`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      callback_verified: true,
      connection: {
        api_key: made.key,
        base_url: url(),
        health: "good",
        currency: "USD",
        callback_problem: null,
      },
    });
    expect(await siteRow(made.site.id)).toMatchObject({
      callbackUrl: `${url()}/api/v1/interconnect/callback`,
      callbackVerifiedAt: expect.any(Date),
    });
    const { key, secret } = await getMainSite(data.id);
    expect(secret).not.toBe(readPairingCode(made.pairing_code)?.secret);
    expect((await mainSite({ key, secret }).products()).status).toBe(200);
    expect(await pingSite(made.site.id)).toMatchObject({ verdict: "ok" });
    expect(await lastAudit()).toMatchObject({ action: "connection.pair" });
    const jobs = await db().$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'connection.sync'`;
    expect(jobs).toHaveLength(1);
  });

  it("is good once, and for an hour [C67]", async () => {
    const made = await pair();
    const answers = await Promise.all([paste(made.pairing_code), paste(made.pairing_code)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect((await paste(made.pairing_code)).json.msg).toMatch(/was used, has expired/);
    const late = await pair();
    await db().siteSigningSecret.updateMany({ where: { isPairing: true }, data: { expiresAt: new Date(0) } });
    expect((await paste(late.pairing_code)).json.msg).toMatch(/was used, has expired/);
    const code = readPairingCode(late.pairing_code);
    if (!code) throw new Error("No code");
    const old = writePairingCode({ ...code, expiresAt: new Date(Date.now() - 1000) });
    expect((await paste(old)).json.msg).toMatch(/has expired: ask/);
  });

  it("leaves no connection behind when it cannot be claimed, and an earlier one as it was [C67]", async () => {
    const made = await pair();
    const code = readPairingCode(made.pairing_code);
    if (!code) throw new Error("No code");
    const wrong = await paste(writePairingCode({ ...code, secret: "sks_wrong_secret" }));
    expect([wrong.status, wrong.json.status_code]).toEqual([409, 40906]);
    expect(await db().connection.count()).toBe(0);
    await aConnection({ key: code.key, secret: "the-earlier-secret", baseUrl: url() });
    await paste(writePairingCode({ ...code, secret: "sks_wrong_secret" }));
    const [{ id } = { id: 0 }] = await db().connection.findMany();
    expect((await getMainSite(id)).secret).toBe("the-earlier-secret");
  });

  it("connects an agent again that lost its secret; the one it had is good for another day [C67]", async () => {
    const made = await pair();
    await paste(made.pairing_code);
    const again = await anotherCode(made.site.id);
    const before = await getMainSite((await db().connection.findFirstOrThrow()).id);
    expect((await paste(again.data.pairing_code)).status).toBe(200);
    const after = await getMainSite(before.connectionId);
    expect(after.secret).not.toBe(before.secret);
    for (const { key, secret } of [before, after])
      expect((await mainSite({ key, secret }).products()).status).toBe(200);
    expect(await pingSite(made.site.id)).toMatchObject({ verdict: "ok" });
  });

  it("connects and says so when callbacks do not arrive, and does not take that address [C67]", async () => {
    const page = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Hi"),
    );
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    const made = await pair();
    overrideConfig({
      "interconnect.allowPrivateNetworks": "true",
      "server.baseUrl": `http://127.0.0.1:${(page.address() as AddressInfo).port}`,
    });
    const { data } = await paste(made.pairing_code);
    page.close();
    expect(data).toMatchObject({
      callback_verified: false,
      connection: { callback_problem: expect.stringContaining("web page") },
    });
    expect((await siteRow(made.site.id)).callbackUrl).toBeNull();
  });

  it.each(["", "kp1_", "kp1_e30", "nonsense", `kp1_${Buffer.from("[1,2]").toString("base64url")}`])(
    "refuses %j and names the field",
    async (code) => {
      const { status, json } = await paste(code);
      expect([status, json.status_code]).toEqual([400, 400]);
      expect(json.msg).toMatch(/^code: /);
    },
  );

  it("is staff's with the permission alone [A16]", async () => {
    overrideConfig({ "server.baseUrl": "http://localhost:8080" });
    await expectStaffOnly(adminConnections.pairConnection, "POST", { body: { code: "kp1_x" } }, "viewer");
    await expectStaffOnly(adminSites.makePairingCode, "POST", { params: { site_id: "1" } }, "viewer");
    await expectStaffOnly(adminSites.pingSite, "POST", { params: { site_id: "1" } }, "viewer");
  });
});

describe("the signed ping", () => {
  it("is answered with 200, applies nothing, and is a row of the log [C66]", async () => {
    const credentials = { key: "agent_key_0001", secret: "the-shared-secret" };
    await aConnection({ ...credentials, baseUrl: url() }, { callbackProblem: "Nobody answers" });
    const body = {
      event: "ping",
      upstream_order_no: "PING",
      downstream_order_no: "PING",
      fulfillment: { status: "pending" },
      timestamp: new Date().toISOString(),
    };
    const { status, data } = await callBack(credentials, body);
    expect([status, data]).toEqual([200, { received: true, result: "ping" }]);
    expect(await db().callbackLog.findFirst()).toMatchObject({
      event: "ping",
      result: "ping",
      httpStatus: 200,
    });
    expect((await db().connection.findFirstOrThrow()).callbackProblem).toBeNull();
    expect((await callBack({ ...credentials, secret: "forged" }, body)).status).toBe(403);
  });

  it.each([
    ["ok", "ok"],
    ["no_content", "ok"],
    ["refuses_in_body", "refused"],
    ["moved", "redirect"],
    ["not_found", "refused"],
    ["broken", "refused"],
    ["reset", "unreachable"],
  ] as const)("takes a receiver that is %s for %s [C66]", async (mode, verdict) => {
    const agent = await aSite();
    const receiver = await startFakeReceiver(agent.secret);
    receiver.state.mode = mode;
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: receiver.callbackUrl } });
    const { data } = await post<{ verdict: string }>(adminSites.pingSite, {
      params: { site_id: String(agent.site.id) },
    });
    await receiver.stop();
    expect(data.verdict).toBe(verdict);
    const row = await siteRow(agent.site.id);
    expect([row.callbackVerifiedAt !== null, row.callbackProblem === null]).toEqual([
      verdict === "ok",
      verdict === "ok",
    ]);
    if (verdict !== "unreachable") expect(receiver.calls[0]).toMatchObject({ isSignatureValid: true });
  });

  it("finds our own home page at a wrong address [C66]", async () => {
    const agent = await aSite();
    const page = createServer((_, response) =>
      response.writeHead(200).end("<!DOCTYPE html><title>Shop</title>"),
    );
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    const callbackUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`;
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl } });
    expect(await pingSite(agent.site.id)).toMatchObject({ verdict: "web_page", http_status: 200 });
    page.close();
  });
});

describe("GET /upstream/account", () => {
  it("tells an agent its currency, deposit, level, clock and callbacks, and nobody else's [C66]", async () => {
    const agent = await aSite({ settlementMode: "prepaid", callbackProblem: "Nobody answers" });
    const { status, data } = await callSigned(agent, account.GET, "GET", {
      path: "/api/v1/upstream/account",
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      key: agent.key,
      currency: "USD",
      settlement_mode: "prepaid",
      deposit: "0.00",
      member_level: null,
      server_time: expect.stringMatching(/Z$/),
      callback: { url: null, verified_at: null, problem: "Nobody answers" },
    });
    expect(JSON.stringify(data)).not.toContain(agent.secret);
  });
});
