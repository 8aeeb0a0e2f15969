import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { authOptions } from "@/app/api/auth/[...nextauth]/options";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { GET as me } from "@/app/api/v1/me/route";
import type { SessionRealm } from "@/lib/accounts/sessions/session-token";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { readCookie } from "@/lib/http/caller/cookies";
import {
  isSameOrigin,
  sessionCookieName,
  sessionCookieOptions,
  withSessionCookie,
} from "@/lib/http/caller/session";
import { aLoggedInAdmin, aRegisteredUser, goodPassword, sameOrigin } from "../../support/builders/accounts";
import { aClient } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

type Authorize = (input: Record<string, string>, request: object) => Promise<{ id: string } | null>;

/** Calls as next-auth itself does, in its order. */
async function openBrowserSession(realm: SessionRealm, input: Record<string, string>): Promise<string> {
  const options = authOptions(realm, aClient());
  const wanted = realm === "user" ? "user" : "staff";
  const provider = options.providers.find(({ options: own }) => (own as { id?: string }).id === wanted);
  if (!provider) throw new Error(`There is no provider ${wanted}`);
  const { authorize } = provider.options as { authorize: Authorize };
  const user = await authorize(input, {});
  if (!user) throw new Error("refused");
  const secret = "unused";
  return (await options.jwt?.encode?.({ token: { sub: user.id }, secret })) ?? "";
}

async function decode(realm: SessionRealm, token: string): Promise<string | undefined> {
  const claims = await authOptions(realm, aClient()).jwt?.decode?.({ token, secret: "unused" });
  return claims?.sub;
}

async function aRefreshToken(): Promise<string> {
  const { email } = await aRegisteredUser();
  const body = { email, password: goodPassword };
  return (await call<{ refresh_token: string }>(login, "POST", { body })).data.refresh_token;
}

const cookie = (realm: SessionRealm, token: string) => ({
  cookie: `${sessionCookieName(realm)}=${token}`,
  ...sameOrigin,
});

describe("the browser's session", () => {
  it("stands for the session whose refresh token was given up, and ends with it", async () => {
    const token = await openBrowserSession("user", { refresh_token: await aRefreshToken() });
    expect((await call(me, "GET", { headers: cookie("user", token) })).status).toBe(200);
    const sub = await decode("user", token);
    await authOptions("user", aClient()).events?.signOut?.({ token: { sub }, session: {} as never });
    expect((await call(me, "GET", { headers: cookie("user", token) })).status).toBe(401);
    expect(await decode("user", token)).toBeUndefined();
    expect(await db().session.findFirst()).toMatchObject({ revokedReason: "logout" });
  });

  it("tells the page why it was refused, with the seconds to wait", async () => {
    await expect(openBrowserSession("user", { refresh_token: "x" })).rejects.toThrow(/^refresh_rejected$/);
    const staff = { email: "nobody@example.com", password: "wrong password 1" };
    for (let i = 0; i < 5; i++)
      await expect(openBrowserSession("admin", staff)).rejects.toThrow(/^unauthorized$/);
    await expect(openBrowserSession("admin", staff)).rejects.toThrow(/^rate_limited:\d+$/);
    await expect(openBrowserSession("admin", { email: "nobody" })).rejects.toThrow(/^malformed$/);
  });

  it("is another cookie with another key for staff", async () => {
    const { staff } = await aLoggedInAdmin();
    const token = await openBrowserSession("admin", { email: staff.email, password: goodPassword });
    expect(
      (await call(adminSession.getStaffSession, "GET", { headers: cookie("admin", token) })).status,
    ).toBe(200);
    expect((await call(me, "GET", { headers: cookie("user", token) })).status).toBe(401);
    expect(await decode("user", token)).toBeUndefined();
    testClock.advance(31 * 60);
    expect(await decode("admin", token)).toBeUndefined();
  });

  it("cookies are httpOnly, pinned to the host where it is https, and staff's never cross sites [A16]", () => {
    expect(sessionCookieOptions("admin")).toEqual({
      httpOnly: true,
      sameSite: "strict",
      path: "/",
      secure: false,
    });
    expect(sessionCookieName("user")).toMatch(/^keyshelf-[0-9a-f]{8}\.session$/);
    overrideConfig({ "server.baseUrl": "https://shop.example.com" });
    expect(sessionCookieOptions("user")).toEqual({
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure: true,
    });
    expect(sessionCookieName("admin")).toMatch(/^__Host-keyshelf-[0-9a-f]{8}\.staff$/);
  });

  it("cookies have a name of the shop, so that two shops on one host keep their sessions apart [C89]", () => {
    const names = () => [
      sessionCookieName("user"),
      sessionCookieName("admin"),
      ...Object.values(authOptions("user", aClient()).cookies ?? {}).map(({ name }) => name),
    ];
    const ours = names();
    overrideConfig({ "server.port": "8081" });
    expect(names()).toEqual(ours);
    overrideConfig({ "security.jwtSecret": randomBytes(32).toString("hex") });
    expect(names().filter((name) => ours.includes(name))).toEqual([]);
  });

  it("goes on under the name that an earlier release gave its cookie, and ends at the same log-out", async () => {
    const token = await openBrowserSession("user", { refresh_token: await aRefreshToken() });
    const former = { cookie: `locale=en; keyshelf.session=${token}`, ...sameOrigin };
    expect((await call(me, "GET", { headers: former })).status).toBe(200);
    const headers = withSessionCookie(new Headers(former), "user");
    expect(readCookie(headers, sessionCookieName("user"))).toBe(token);
    expect(readCookie(headers, "locale")).toBe("en");
    const another = new Headers({ cookie: `keyshelf.session=old; ${sessionCookieName("user")}=${token}` });
    expect(withSessionCookie(another, "user").get("cookie")).toBe(another.get("cookie"));
  });

  it.each([
    ["GET", {}, true],
    ["GET", { "sec-fetch-site": "none" }, true],
    ["GET", { "sec-fetch-site": "same-origin" }, true],
    ["GET", { "sec-fetch-site": "cross-site" }, false],
    ["GET", { origin: "https://evil.example" }, false],
    ["POST", {}, false],
    ["POST", { origin: "http://localhost:8080" }, true],
    ["POST", { origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080" }, true],
    ["POST", { origin: "http://localhost:8080.evil.example" }, false],
    ["POST", { origin: "null" }, false],
    ["POST", { origin: "http://localhost:8080", "sec-fetch-site": "same-site" }, false],
    ["POST", { "sec-fetch-site": "none", origin: "http://localhost:8080" }, false],
  ])("%s with %j is the shop's own page: %s [C10]", (method, headers, expected) => {
    const request = new Request("http://localhost:8080/api/v1/me", {
      method,
      headers: headers as Record<string, string>,
    });
    expect(isSameOrigin(request)).toBe(expected);
  });

  it("takes a page that came over http for its own only where the shop is served over http [C10]", () => {
    const isOwn = (origin: string) =>
      isSameOrigin(
        new Request("http://shop.internal/api/v1/me", {
          method: "POST",
          headers: { origin, host: "shop.example.com" },
        }),
      );
    const asked = () => [isOwn("http://shop.example.com"), isOwn("https://shop.example.com")];
    expect(asked()).toEqual([true, true]);
    overrideConfig({ "server.baseUrl": "https://shop.example.com" });
    expect(asked()).toEqual([false, true]);
  });
});
