import { createHmac, createSecretKey } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { POST as loginTotp } from "@/app/api/v1/auth/login/totp/route";
import { POST as refresh } from "@/app/api/v1/auth/refresh/route";
import { GET as guestOrder } from "@/app/api/v1/guest/orders/[order_no]/route";
import { GET as me } from "@/app/api/v1/me/route";
import { tokenKey } from "@/lib/accounts/sessions/token-key";
import { getConfig } from "@/lib/config/config";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { sessionCookieName } from "@/lib/http/caller/session";
import {
  aLoggedInAdmin,
  aLoggedInUser,
  aRegisteredUser,
  goodPassword,
  sameOrigin,
} from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";

async function theFiveTokens() {
  const { token: user } = await aLoggedInUser();
  const { cookie } = await aLoggedInAdmin();
  const { email } = await aRegisteredUser();
  const body = { email, password: goodPassword };
  const { data: tokens } = await call<{ refresh_token: string }>(login, "POST", { body });
  await db().user.update({
    where: { email },
    data: { totpEnabledAt: now(), totpSecretSealed: new Uint8Array([1]) },
  });
  const { data: challenge } = await call<{ challenge_token: string }>(login, "POST", { body });
  const { sku } = await aProduct({ keys: 1 });
  const { orderId, guestToken } = await anOrder({ sku });
  const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  return {
    orderNo,
    tokens: {
      guest: guestToken ?? "",
      user,
      admin: cookie.split("=").slice(1).join("="),
      refresh: tokens.refresh_token,
      challenge: challenge.challenge_token,
    },
  };
}

type Kind = keyof Awaited<ReturnType<typeof theFiveTokens>>["tokens"];
const kinds: Kind[] = ["guest", "user", "admin", "refresh", "challenge"];

describe("token types", () => {
  it("open, each of five kinds, their own door and no other [A13]", async () => {
    const { orderNo, tokens } = await theFiveTokens();
    const adminCookie = (token: string) => ({
      cookie: `${sessionCookieName("admin")}=${token}`,
      ...sameOrigin,
    });
    const doors: Record<Kind, (token: string) => Promise<{ status: number; code: number }>> = {
      guest: async (token) => answer(await call(guestOrder, "GET", { token, params: { order_no: orderNo } })),
      user: async (token) => answer(await call(me, "GET", { token })),
      admin: async (token) =>
        answer(await call(adminSession.getStaffSession, "GET", { headers: adminCookie(token) })),
      refresh: async (token) => answer(await call(refresh, "POST", { body: { refresh_token: token } })),
      // The code is wrong on purpose: a challenge that is known says so of the code, any other of the challenge.
      challenge: async (token) => {
        const given = await call(loginTotp, "POST", {
          body: { challenge_token: token, recovery_code: "AAAA-BBBB" },
        });
        return {
          status: given.json.msg.startsWith("code:") ? 200 : given.status,
          code: given.json.status_code,
        };
      },
    };
    const opened: string[] = [];
    for (const door of kinds) {
      for (const kind of kinds) {
        const { status } = await doors[door](tokens[kind]);
        if (status === 200) opened.push(`${kind} token at the ${door} door`);
        else expect([400, 401, 404], `${kind} token at the ${door} door`).toContain(status);
      }
    }
    expect(opened.sort()).toEqual(kinds.map((kind) => `${kind} token at the ${kind} door`).sort());
  });

  it("no cookie passes for the other, and an admin cookie is no Bearer token [A13]", async () => {
    const user = await aLoggedInUser();
    const admin = await aLoggedInAdmin();
    const value = (cookie: string) => cookie.slice(cookie.indexOf("=") + 1);
    const as = (realm: "user" | "admin", token: string) => ({
      cookie: `${sessionCookieName(realm)}=${token}`,
      ...sameOrigin,
    });
    expect(
      (await call(adminSession.getStaffSession, "GET", { headers: as("admin", value(user.cookie)) })).status,
    ).toBe(401);
    expect((await call(me, "GET", { headers: as("user", value(admin.cookie)) })).status).toBe(401);
    expect((await call(me, "GET", { token: value(user.cookie) })).status).toBe(401);
    expect((await call(adminSession.getStaffSession, "GET", { token: value(admin.cookie) })).status).toBe(
      401,
    );
  });
});

function answer(given: { status: number; json: { status_code: number } }) {
  return { status: given.status, code: given.json.status_code };
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("access tokens", () => {
  it("nothing but our own HS256 with every claim in place is accepted [A12]", async () => {
    const { user, session, token } = await aLoggedInUser();
    const seconds = Math.floor(now().getTime() / 1000);
    const claims = {
      typ: "user",
      sid: session.id,
      sub: String(user.id),
      iss: "keyshelf",
      aud: "keyshelf:storefront",
      iat: seconds,
      exp: seconds + 900,
    };
    const key = tokenKey("access");
    const sign = (
      head: Record<string, unknown>,
      body: Record<string, unknown>,
      secret: Uint8Array | string = key,
    ) => {
      const input = `${base64(head)}.${base64(body)}`;
      const hash = head.alg === "HS384" ? "sha384" : "sha256";
      return `${input}.${createHmac(hash, secret).update(input).digest("base64url")}`;
    };
    const hs256 = { alg: "HS256", typ: "JWT" };
    const [head, body, signature] = token.split(".");
    const forged: Record<string, string> = {
      "alg none": `${base64({ alg: "none" })}.${base64(claims)}.`,
      "alg None with the old signature": `${base64({ alg: "None" })}.${body}.${signature}`,
      "empty signature": `${head}.${body}.`,
      "RS256 with our secret as key": sign({ alg: "RS256" }, claims),
      HS384: sign({ alg: "HS384" }, claims),
      "a key in the header": sign(
        { ...hs256, jwk: { kty: "oct", k: Buffer.from("x".repeat(32)).toString("base64url") } },
        claims,
        "x".repeat(32),
      ),
      "a key file in the header": sign({ ...hs256, kid: "../../dev/null" }, claims, ""),
      "the configured secret itself": sign(hs256, claims, getConfig().security.jwtSecret),
      "the key of another kind of token": sign(hs256, claims, tokenKey("session:user")),
      "another type": sign(hs256, { ...claims, typ: "admin" }),
      "no type": sign(hs256, { ...claims, typ: undefined }),
      "another issuer": sign(hs256, { ...claims, iss: "other" }),
      "another audience": sign(hs256, { ...claims, aud: "keyshelf:session:user" }),
      "no end": sign(hs256, { ...claims, exp: undefined }),
      "an end in the past": sign(hs256, { ...claims, exp: seconds - 1 }),
      "not yet valid": sign(hs256, { ...claims, nbf: seconds + 60 }),
      "another user's session": sign(hs256, { ...claims, sub: String(user.id + 1) }),
      "a session that is none": sign(hs256, { ...claims, sid: "7b0c0c52-3f2e-4a0f-9a35-0d3f0d6f1a11" }),
      "a number for a session": sign(hs256, { ...claims, sid: 1 }),
      "an endless token": "a".repeat(10_000),
    };
    expect((await call(me, "GET", { token: sign(hs256, claims) })).status).toBe(200);
    for (const [name, given] of Object.entries(forged)) {
      const result = await call(me, "GET", { headers: { authorization: `Bearer ${given}` } });
      expect([name, result.status, result.json.data]).toEqual([name, 401, null]);
    }
  });

  it("carries the claims of the contract [A12]", async () => {
    const { token, user, session } = await aLoggedInUser();
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
      string,
      unknown
    >;
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub", "typ"]);
    expect(claims).toMatchObject({ sub: String(user.id), sid: session.id, typ: "user" });
    const other = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .sign(createSecretKey(Buffer.alloc(32)));
    expect((await call(me, "GET", { token: other })).status).toBe(401);
  });
});
