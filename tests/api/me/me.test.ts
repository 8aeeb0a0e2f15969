import { describe, expect, it } from "vitest";
import { GET as loginLogs } from "@/app/api/v1/me/login-logs/route";
import { PUT as profile } from "@/app/api/v1/me/profile/route";
import { GET as me } from "@/app/api/v1/me/route";
import { DELETE as endSession } from "@/app/api/v1/me/sessions/[id]/route";
import { DELETE as endOthers, GET as sessions } from "@/app/api/v1/me/sessions/route";
import { db } from "@/lib/db/client";
import { aLoggedInUser, sameOrigin } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";

describe("GET /api/v1/me", () => {
  it("shows the current user and nothing secret", async () => {
    const level = await db().memberLevel.create({
      data: { slug: "gold", name: "Gold", discountPercent: 10 },
    });
    const { user, token } = await aLoggedInUser({ memberLevelId: level.id, nickname: "Ada" });
    const answer = await call(me, "GET", { token });
    expect(answer.json).toEqual({
      status_code: 0,
      msg: "success",
      request_id: expect.any(String),
      data: {
        id: user.id,
        email: user.email,
        nickname: "Ada",
        avatar: null,
        locale: "en",
        member_level: { id: level.id, slug: "gold", name: "Gold", icon: null, discount_percent: 10 },
        totp_enabled: false,
        created_at: user.createdAt.toISOString(),
      },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("refuses who is not logged in, and malformed headers", async () => {
    for (const headers of [
      {},
      { authorization: "Bearer" },
      { authorization: "Basic eHg6eHg=" },
      { authorization: "Bearer a b" },
    ]) {
      const answer = await call(me, "GET", { headers: { ...headers } as Record<string, string> });
      expect(answer.json).toMatchObject({ status_code: 401, data: null });
    }
  });

  it("the session cookie counts on same-origin requests only [C10]", async () => {
    const { cookie } = await aLoggedInUser();
    const status = async (headers: Record<string, string>) =>
      (await call(me, "GET", { headers: { cookie, ...headers } })).status;
    expect(await status(sameOrigin)).toBe(200);
    expect(await status({})).toBe(200);
    expect(await status({ origin: "https://evil.example" })).toBe(401);
    expect(await status({ "sec-fetch-site": "cross-site" })).toBe(401);
    expect(await status({ "sec-fetch-site": "same-site" })).toBe(401);
    expect(await status({ origin: "null" })).toBe(401);
  });
});

describe("PUT /api/v1/me/profile", () => {
  it("changes nickname, avatar and language and leaves out what is absent", async () => {
    const { token } = await aLoggedInUser();
    const put = (body: unknown) => call(profile, "PUT", { token, body });
    const avatar = "https://cdn.example.com/a.png";
    expect((await put({ nickname: "  Ada L. ", avatar, locale: "zh" })).data).toMatchObject({
      nickname: "Ada L.",
      avatar,
      locale: "zh",
    });
    expect((await put({ nickname: "Bea" })).data).toMatchObject({ nickname: "Bea", avatar });
    expect((await put({ avatar: null })).data).toMatchObject({ nickname: "Bea", avatar: null });
  });

  it("role, balance, e-mail and level cannot be set [A26]", async () => {
    const { user, token } = await aLoggedInUser();
    const body = {
      nickname: "Ada",
      role: "owner",
      balance: "999.00",
      email: "x@example.com",
      member_level_id: 1,
      status: "disabled",
      id: 99,
    };
    expect((await call(profile, "PUT", { token, body })).status).toBe(200);
    const row = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row).toMatchObject({ email: user.email, memberLevelId: null, status: "active", spentCents: 0n });
  });

  it("refuses what is no address of a picture, and empty names", async () => {
    const { token } = await aLoggedInUser();
    for (const avatar of [
      "javascript:alert(1)",
      "data:image/svg+xml,<svg/>",
      "http://x.example/a.png",
      "//x.example/a.png",
      'https://x.example/"><b>',
    ]) {
      expect((await call(profile, "PUT", { token, body: { avatar } })).json.msg).toMatch(/^avatar: /);
    }
    for (const nickname of ["", "   ", "x".repeat(41), "a\u0007b"]) {
      expect((await call(profile, "PUT", { token, body: { nickname } })).json.msg).toMatch(/^nickname: /);
    }
  });

  it("refuses the cookie of a browser on a foreign page [A16]", async () => {
    const { user, cookie } = await aLoggedInUser({ nickname: "Before" });
    const put = (headers: Record<string, string>) =>
      call(profile, "PUT", { headers: { cookie, ...headers }, body: { nickname: "After" } });
    expect((await put({ origin: "https://evil.example" })).status).toBe(401);
    expect((await put({})).status).toBe(401);
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).nickname).toBe("Before");
    expect((await put(sameOrigin)).status).toBe(200);
  });
});

describe("GET /api/v1/me/login-logs", () => {
  it("pages the member's own history, newest first, and no one else's", async () => {
    const { user, token } = await aLoggedInUser();
    const other = await aLoggedInUser();
    for (let i = 0; i < 25; i++) {
      const row = {
        email: user.email,
        ip: `192.0.2.${i}`,
        userAgent: "Browser",
        result: i % 2 ? "failed" : "success",
      };
      await db().loginLog.create({
        data: { ...row, userId: user.id, reason: i % 2 ? "wrong_password" : null },
      });
    }
    await db().loginLog.create({
      data: {
        userId: other.user.id,
        email: "x@example.com",
        ip: "1.1.1.1",
        userAgent: "",
        result: "success",
      },
    });
    const answer = await call<{ login_logs: { ip: string }[]; total: number }>(loginLogs, "GET", { token });
    expect(answer.data).toMatchObject({ total: 25, page: 1, per_page: 20 });
    expect(answer.data.login_logs).toHaveLength(20);
    expect(answer.data.login_logs[0]).toEqual({
      id: expect.any(Number),
      ip: "192.0.2.24",
      via: null,
      user_agent: "Browser",
      result: "success",
      reason: null,
      created_at: expect.any(String),
    });
    const last = await call<{ login_logs: unknown[] }>(loginLogs, "GET", { token, path: "/x?page=2" });
    expect(last.data.login_logs).toHaveLength(5);
  });

  it("clamps per_page and refuses what is no page [C8]", async () => {
    const { token } = await aLoggedInUser();
    expect((await call(loginLogs, "GET", { token, path: "/x?per_page=999" })).data).toMatchObject({
      per_page: 100,
    });
    for (const query of ["page=0", "page=-1", "page=1.5", "per_page=0", "page=1e3"]) {
      expect((await call(loginLogs, "GET", { token, path: `/x?${query}` })).status).toBe(400);
    }
    expect((await call(loginLogs, "GET")).status).toBe(401);
  });
});

describe("/api/v1/me/sessions", () => {
  it("lists the devices that are logged in and marks this one", async () => {
    const { user, token, session } = await aLoggedInUser();
    const answer = await call<{ sessions: { id: string; is_current: boolean }[] }>(sessions, "GET", {
      token,
    });
    expect(answer.data.sessions).toMatchObject([{ id: session.id, is_current: true, ip: "203.0.113.7" }]);
    expect(answer.text).not.toContain(user.email);
  });

  it("ends one session at once, and another user's is unknown", async () => {
    const mine = await aLoggedInUser();
    const other = await aLoggedInUser();
    const end = (id: string) => call(endSession, "DELETE", { token: mine.token, params: { id } });
    const foreign = await end(other.session.id);
    const unknown = await end("7b0c0c52-3f2e-4a0f-9a35-0d3f0d6f1a11");
    expect([foreign.status, foreign.json.msg]).toEqual([404, unknown.json.msg]);
    expect((await call(me, "GET", { token: other.token })).status).toBe(200);
    expect((await end(mine.session.id)).data).toEqual({ ended: 1 });
    expect((await call(me, "GET", { token: mine.token })).status).toBe(401);
    expect((await call(me, "GET", { headers: { cookie: mine.cookie } })).status).toBe(401);
    expect((await call(endSession, "DELETE", { token: other.token, params: { id: "x" } })).status).toBe(400);
  });

  it("ends all but this one", async () => {
    const mine = await aLoggedInUser();
    const { id: _, ...copy } = mine.session;
    await db().session.create({ data: { ...copy, id: "7b0c0c52-3f2e-4a0f-9a35-0d3f0d6f1a12" } });
    expect((await call(endOthers, "DELETE", { token: mine.token })).data).toEqual({ ended: 1 });
    expect((await call(me, "GET", { token: mine.token })).status).toBe(200);
  });
});
