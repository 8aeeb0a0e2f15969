import { describe, expect, it } from "vitest";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as adminStaff } from "@/app/api/v1/admin/staff/[[...path]]/route";
import { operations as adminUsers } from "@/app/api/v1/admin/users/[[...path]]/route";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { POST as refresh } from "@/app/api/v1/auth/refresh/route";
import { GET as me } from "@/app/api/v1/me/route";
import { loginStaff } from "@/lib/accounts/staff/sessions/login-staff";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin, aLoggedInUser, goodPassword } from "../../support/builders/accounts";
import { aClient, aUser } from "../../support/builders/products";
import { expectStaffOnly } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";

describe("/api/v1/admin/users", () => {
  it("lists with search, status and level, and shows nothing secret", async () => {
    const { headers } = await aLoggedInAdmin();
    const level = await db().memberLevel.create({ data: { slug: "gold", name: "Gold" } });
    const ada = await aUser({ email: "ada@example.com", nickname: "Ada_%", memberLevelId: level.id });
    await aUser({ email: "bea@example.com", status: "disabled" });
    const list = async (query: string) =>
      (
        await call<{ users: { email: string }[]; total: number }>(adminUsers.listUsers, "GET", {
          headers,
          path: `/x?${query}`,
        })
      ).data;
    expect((await list("")).total).toBe(2);
    expect((await list("search=ADA@")).users.map((user) => user.email)).toEqual(["ada@example.com"]);
    expect((await list("search=a_%25")).users.map((user) => user.email)).toEqual(["ada@example.com"]);
    expect((await list(`search=${ada.id}`)).users.map((user) => user.email)).toContain("ada@example.com");
    expect((await list("status=disabled")).users.map((user) => user.email)).toEqual(["bea@example.com"]);
    expect((await list(`member_level_id=${level.id}`)).total).toBe(1);
    const file = await call(adminUsers.exportUsers, "GET", { headers, path: "/x?search=ADA@" });
    expect(file.text.split("\r\n").slice(1)).toEqual([
      expect.stringContaining(`"${ada.id}","ada@example.com","Ada_%","active","Gold"`),
      "",
    ]);
    expect(file.text).not.toMatch(/argon2|password|sealed/);
    const raw = await call(adminUsers.listUsers, "GET", { headers });
    expect(raw.text).not.toMatch(/argon2|password|sealed/);
    expect((await call(adminUsers.listUsers, "GET")).status).toBe(401);
  });

  it("shows one user with sessions and log-in history", async () => {
    const { headers } = await aLoggedInAdmin();
    const { user } = await aLoggedInUser();
    const one = await call(adminUsers.getUserDetail, "GET", { headers, params: { id: String(user.id) } });
    expect(one.data).toMatchObject({ email: user.email, sessions: 1, orders: 0, login_logs: [] });
    expect((await call(adminUsers.getUserDetail, "GET", { headers, params: { id: "999999" } })).status).toBe(
      404,
    );
    expect((await call(adminUsers.getUserDetail, "GET", { headers, params: { id: "x" } })).status).toBe(400);
  });

  it("disabling ends every session of the user at once, and is audited [A15]", async () => {
    const { headers, staff } = await aLoggedInAdmin();
    const mine = await aLoggedInUser();
    const { data } = await call<{ refresh_token: string }>(login, "POST", {
      body: { email: mine.user.email, password: goodPassword },
    });
    const params = { id: String(mine.user.id) };
    const answer = await call(adminUsers.updateUser, "PATCH", {
      headers,
      params,
      body: { status: "disabled" },
    });
    expect(answer.data).toMatchObject({ status: "disabled" });
    expect((await call(me, "GET", { token: mine.token })).status).toBe(401);
    expect((await call(refresh, "POST", { body: { refresh_token: data.refresh_token } })).status).toBe(401);
    const audit = await db().auditLog.findFirst({ orderBy: { id: "desc" } });
    expect(audit).toMatchObject({
      actor: `staff:${staff.email}`,
      action: "user.update",
      target: `user:${mine.user.id}`,
      ip: "203.0.113.7",
    });
    await call(adminUsers.updateUser, "PATCH", { headers, params, body: { status: "active" } });
    expect(
      (await call(login, "POST", { body: { email: mine.user.email, password: goodPassword } })).status,
    ).toBe(200);
    expect((await call(me, "GET", { token: mine.token })).status).toBe(401);
  });

  it("changes all that match, in their sessions too, and leaves who signed up since", async () => {
    const { headers, staff } = await aLoggedInAdmin();
    const gold = await db().memberLevel.create({ data: { slug: "gold", name: "Gold" } });
    const mine = await aLoggedInUser();
    const [first, second] = [
      await aUser({ email: "a@bots.example" }),
      await aUser({ email: "b@bots.example" }),
    ];
    await aUser({ email: "c@bots.example", createdAt: new Date(Date.now() + 3_600_000) });
    const change = async (body: object) =>
      (await call<{ changed: number }>(adminUsers.changeUsers, "POST", { headers, body })).data;
    const bots = { match: { search: "@bots.example" }, drawn_at: new Date().toISOString() };
    expect(await change({ ...bots, member_level_id: gold.id, after: first.id })).toMatchObject({
      changed: 1,
    });
    const farBehind = { ...bots, status: "disabled", after: Number.MAX_SAFE_INTEGER };
    expect(await change(farBehind)).toEqual({ changed: 0, skipped: 0, next: null });
    expect(await change({ ...bots, status: "disabled" })).toEqual({ changed: 2, skipped: 0, next: null });
    expect(await change({ ...bots, status: "disabled" })).toEqual({ changed: 0, skipped: 2, next: null });
    const disabled = { status: "disabled" as const };
    expect(
      await db().user.findMany({
        where: disabled,
        orderBy: { id: "asc" },
        select: { id: true, memberLevelId: true },
      }),
    ).toEqual([
      { id: first.id, memberLevelId: null },
      { id: second.id, memberLevelId: gold.id },
    ]);
    expect((await call(me, "GET", { token: mine.token })).status).toBe(200);
    expect(await change({ ids: [mine.user.id], status: "disabled" })).toMatchObject({ changed: 1 });
    expect((await call(me, "GET", { token: mine.token })).status).toBe(401);
    expect(await db().auditLog.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
      actor: `staff:${staff.email}`,
      action: "user.change_many",
      data: { ids: [mine.user.id], status: "disabled" },
    });
    const wrong = { ids: [first.id], member_level_id: 99 };
    expect((await call(adminUsers.changeUsers, "POST", { headers, body: wrong })).status).toBe(400);
    expect((await call(adminUsers.changeUsers, "POST", { headers, body: { ids: [first.id] } })).status).toBe(
      400,
    );
    await expectStaffOnly(
      adminUsers.changeUsers,
      "POST",
      { body: { ids: [first.id], status: "active" } },
      "viewer",
    );
  });

  it("fixes a member level by hand and gives it back to promotion", async () => {
    const { headers } = await aLoggedInAdmin();
    const level = await db().memberLevel.create({ data: { slug: "gold", name: "Gold" } });
    const user = await aUser();
    const params = { id: String(user.id) };
    const patch = (body: unknown) => call(adminUsers.updateUser, "PATCH", { headers, params, body });
    expect((await patch({ member_level_id: level.id })).data).toMatchObject({
      member_level: { id: level.id },
      is_level_fixed: true,
    });
    expect((await patch({ member_level_id: null })).data).toMatchObject({
      member_level: { id: level.id },
      is_level_fixed: false,
    });
    expect((await patch({ member_level_id: 999 })).json.msg).toMatch(/^member_level_id: /);
  });
});

describe("/api/v1/admin/staff", () => {
  it("adds somebody with a one-time password, shown once", async () => {
    const { headers } = await aLoggedInAdmin();
    const body = { email: "new@example.com", name: "New", role: "support" };
    const answer = await call<{ id: number; one_time_password: string }>(adminStaff.createStaff, "POST", {
      headers,
      body,
    });
    expect(answer.data).toMatchObject({ role: "support", must_change_password: true });
    const { one_time_password: password } = answer.data;
    expect((await loginStaff({ email: body.email, password }, aClient())).kind).toBe("logged_in");
    const list = await call(adminStaff.listStaff, "GET", { headers });
    expect(list.text).not.toContain(password);
    expect((await call(adminStaff.createStaff, "POST", { headers, body })).json).toMatchObject({
      status_code: 40906,
      msg: expect.stringMatching(/^email: /),
    });
  });

  it("another role ends the sessions of its bearer at once", async () => {
    const { headers } = await aLoggedInAdmin();
    const other = await aLoggedInAdmin({ role: "manager" });
    const params = { id: String(other.staff.id) };
    expect(
      (await call(adminStaff.updateStaff, "PATCH", { headers, params, body: { role: "viewer" } })).data,
    ).toMatchObject({ role: "viewer" });
    expect((await call(adminSession.getStaffSession, "GET", { headers: other.headers })).status).toBe(401);
  });

  it("never leaves the shop without an owner", async () => {
    const one = await aLoggedInAdmin();
    const two = await aLoggedInAdmin();
    const demote = (by: typeof one, whom: typeof one) =>
      call(adminStaff.updateStaff, "PATCH", {
        headers: by.headers,
        params: { id: String(whom.staff.id) },
        body: { role: "viewer" },
      });
    expect((await demote(one, one)).status).toBe(409);
    const answers = await Promise.all([demote(one, two), demote(two, one)]);
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1);
    expect(await db().staff.count({ where: { role: "owner" } })).toBeGreaterThanOrEqual(1);
  });

  it("lets exactly one of two owners who demote each other at once succeed", async () => {
    await aLoggedInAdmin();
    for (let round = 0; round < 4; round++) {
      const one = await aLoggedInAdmin();
      const two = await aLoggedInAdmin();
      const answers = await Promise.all(
        [
          [one, two],
          [two, one],
        ].map(([by, whom]) =>
          call(adminStaff.updateStaff, "PATCH", {
            headers: by?.headers ?? {},
            params: { id: String(whom?.staff.id) },
            body: { role: "viewer" },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect([
        [200, 401],
        [200, 403],
      ]).toContainEqual(statuses);
    }
  });

  it("is for owners only", async () => {
    const { headers } = await aLoggedInAdmin({ role: "manager" });
    expect((await call(adminStaff.listStaff, "GET", { headers })).status).toBe(403);
    expect((await call(adminStaff.createStaff, "POST", { headers, body: {} })).status).toBe(403);
  });
});
