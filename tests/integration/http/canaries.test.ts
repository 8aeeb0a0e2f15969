import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin, goodPassword } from "../../support/builders/accounts";
import { anEmail, aProduct } from "../../support/builders/products";
import { type Credentials, signedFor } from "../../support/builders/sites";
import { giftCards } from "../../support/builders/wallet";
import { FakeGateway, merchant } from "../../support/fakes/fake-gateway";
import { startFakeReceiver } from "../../support/fakes/fake-receiver";
import { startMailServer } from "../../support/fakes/mail-server";
import { anOrderBody, aPaidBody } from "../../support/fakes/main-site";
import type { Envelope } from "../../support/harness/call";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

const canary = (name: string) => `CANARY-${name}-${randomBytes(9).toString("hex")}`;

let server: ApiServer;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let gateway: FakeGateway;
let receiver: Awaited<ReturnType<typeof startFakeReceiver>>;
const smtpPassword = canary("smtp");

beforeEach(async () => {
  [smtp, gateway, receiver] = await Promise.all([
    startMailServer(),
    FakeGateway.start(),
    startFakeReceiver("-"),
  ]);
  const smtpUrl = smtp.url.replace("//", `//shop:${smtpPassword}@`);
  server = await startApiServer({ worker: true, logLevel: "debug", settings: { "mail.smtpUrl": smtpUrl } });
});
afterEach(() => Promise.all([server.stop(), smtp.stop(), gateway.stop(), receiver.stop()]));

interface Sent {
  headers?: Record<string, string>;
  token?: string;
  raw?: string;
}

async function send<T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  { headers, token, raw = body === undefined ? undefined : JSON.stringify(body) }: Sent = {},
) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      ...(raw === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(raw === undefined ? {} : { body: raw }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    text,
    data: (isJson ? (JSON.parse(text) as Envelope<T>).data : null) as T,
  };
}

async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let n = 0; n < 300; n++) {
    const found = await look();
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`${what} did not come:\n${server.output()}`);
}

/** Works as a staff of owners does from the shop's own pages. */
async function staffWork() {
  const { cookie } = await aLoggedInAdmin();
  const headers = { cookie, origin: server.url, "sec-fetch-site": "same-origin" };
  return async <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
    const answer = await send<T>(method, `/admin${path}`, body, { headers });
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
    return answer;
  };
}

/** Registers, mistypes the password, logs in, and asks for what else is secret of an account. */
async function aMember() {
  const email = anEmail();
  const [password, wrong, unread] = [canary("password"), canary("wrong"), canary("unread")];
  await send("POST", "/auth/email/send-code", { email, purpose: "register" });
  const mail = await until("The code", () => smtp.mails.find(({ to }) => to.includes(email)));
  const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
  type Tokens = { token: string; refresh_token: string };
  const made = await send<Tokens>("POST", "/auth/register", { email, code, password });
  expect(made.status).toBe(200);
  expect((await send("POST", "/auth/login", { email, password: wrong })).status).toBe(401);
  const broken = `{"email":"${email}","password":"${unread}"`;
  expect((await send("POST", "/auth/login", undefined, { raw: broken })).status).toBe(400);
  const login = await send<Tokens>("POST", "/auth/login", { email, password });
  const { token } = login.data;
  const fresh = await send<Tokens>("POST", "/auth/refresh", { refresh_token: login.data.refresh_token });
  const totp = await send<{ secret: string }>("POST", "/me/totp/setup", { password }, { token });
  const card = (await giftCards()).code;
  const guess = canary("card");
  expect((await send("POST", "/gift-cards/redeem", { code: guess }, { token })).status).not.toBe(200);
  expect((await send("POST", "/gift-cards/redeem", { code: card }, { token })).status).toBe(200);
  const tokens = [made, login, fresh].flatMap(({ data }) => [data.token, data.refresh_token]);
  return { code, secrets: [password, wrong, unread, card, guess, totp.data.secret, ...tokens] };
}

/** A guest pays at a gateway that first does not answer and then is imitated. */
async function aGuest(sku: { id: number; productId: number }, channelId: number, key: string) {
  const email = anEmail();
  const body = {
    product_id: sku.productId,
    sku_id: sku.id,
    quantity: 1,
    email,
    payment_channel_id: channelId,
  };
  type Placed = { order_no: string; guest_token: string; payment: { payment_no: string } };
  const {
    order_no: no,
    guest_token: token,
    payment,
  } = (await send<Placed>("POST", "/guest/orders", body)).data;
  gateway.pay(payment.payment_no, "9.90");
  gateway.queryMode = "error";
  await send("POST", `/payments/${payment.payment_no}/check`);
  const address = `${server.url}/api/v1/payments/callback/epay/${channelId}`;
  const imitated = await gateway.notify(address, payment.payment_no, { key: "another" });
  expect(imitated.body).toBe("fail");
  gateway.queryMode = "answer";
  expect((await gateway.notify(address, payment.payment_no)).body).toBe("success");
  const read = await send("GET", `/guest/orders/${no}`, undefined, { token });
  expect(read.text).toContain(key);
  expect((await send("GET", `/guest/orders/${no}/secrets.txt`, undefined, { token })).text).toBe(key);
  await until("The mail with the key", () => smtp.mails.find(({ text }) => text.includes(key)));
  smtp.state.refuse = true;
  await send("POST", "/guest/orders/recover", { email });
  await until("The mail that is refused", () => db().mail.findFirst({ where: { lastError: { not: null } } }));
  return { no, token };
}

/** An agent site buys, and does not take the callback. */
async function anAgent(site: Credentials, sku: { id: number; productId: number }, key: string) {
  receiver.state.mode = "broken";
  const signed = (method: string, path: string, body: unknown, credentials = site) => {
    const raw = JSON.stringify(body);
    const headers = signedFor(credentials, raw);
    return send<{ upstream_order_no: string; amount: string }>(method, path, undefined, { raw, headers });
  };
  const forged = { ...site, secret: canary("forged") };
  expect((await signed("POST", "/upstream/orders", anOrderBody(sku), forged)).status).toBe(403);
  const { data } = await signed("POST", "/upstream/orders", anOrderBody(sku));
  const paid = await signed(
    "POST",
    `/upstream/orders/${data.upstream_order_no}/paid`,
    aPaidBody(data.amount),
  );
  expect(paid.text).toContain(key);
  await until("The callback", () => db().callbackAttempt.findFirst());
  return [forged.secret];
}

/** Every row of every table as text; bytes are written in hex. */
async function dump(): Promise<Map<string, string>> {
  const tables = await db().$queryRaw<{ place: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS place FROM pg_tables
    WHERE schemaname IN ('public', 'graphile_worker')`;
  const texts = new Map<string, string>();
  for (const { place } of tables) {
    const [row] = await db().$queryRawUnsafe<{ text: string | null }[]>(
      `SELECT string_agg(t::text, E'\\n') AS text FROM ${place} t`,
    );
    texts.set(place, row?.text ?? "");
  }
  return texts;
}

it("a whole day of a shop leaves none of its secrets in a log or in clear in a table [A21, A22]", {
  timeout: 120_000,
}, async () => {
  const staff = await staffWork();
  const { sku } = await aProduct();
  const keys = [canary("key"), canary("key"), canary("key")] as const;
  await staff("POST", `/stock/skus/${sku.id}/import`, { secrets: keys.join("\n") });
  const channel = { name: "EPay", provider: "epay", is_active: true, settings: gateway.settings() };
  const { id: channelId } = (await staff<{ id: number }>("POST", "/payment-channels", channel)).data;
  const pairing = { name: "Agent", callback_url: receiver.callbackUrl };
  const site = (await staff<Credentials>("POST", "/interconnect/sites", pairing)).data;
  const connection = { key: "agent_key_0001", secret: canary("connection"), base_url: receiver.url };
  const made = await staff<{ id: number }>("POST", "/interconnect/connections", {
    name: "Main",
    ...connection,
  });
  await staff("POST", `/interconnect/connections/${made.data.id}/test`);

  const member = await aMember();
  const guest = await aGuest(sku, channelId, keys[0]);
  const forged = await anAgent(site, sku, keys[1]);
  await staff("POST", `/orders/${guest.no}/reveal`);
  expect((await staff("POST", `/stock/skus/${sku.id}/export`, { password: goodPassword })).text).toContain(
    keys[2],
  );
  const byHand = canary("content");
  expect((await send("POST", "/nowhere", { content: byHand })).status).toBe(404);

  const secrets = [
    ...keys,
    ...member.secrets,
    ...forged,
    guest.token,
    byHand,
    merchant.key,
    site.secret,
    connection.secret,
    smtpPassword,
    new URL(process.env.KEYSHELF_DATABASE__URL ?? "").password,
  ];
  const output = server.output();
  expect(output).toContain('"msg":"request"');
  expect(output).toContain("payment query failed");
  const tables = await dump();
  for (const name of [
    "payment_events",
    "request_logs",
    "callback_attempts",
    "audit_logs",
    "login_logs",
    "mails",
  ])
    expect(tables.get(`public.${name}`), name).not.toBe("");
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    const hex = Buffer.from(secret).toString("hex");
    const holders = [...tables].filter(([, text]) => text.includes(secret) || text.includes(hex));
    expect([secret, holders.map(([place]) => place)]).toEqual([secret, []]);
    expect(output.split("\n").filter((line) => line.includes(secret))).toEqual([]);
  }
  const asCode = new RegExp(`\\b${member.code}\\b`);
  expect([...tables].filter(([, text]) => asCode.test(text)).map(([place]) => place)).toEqual([]);
  expect(output).not.toMatch(asCode);
});
