import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as adminUsers } from "@/app/api/v1/admin/users/[[...path]]/route";
import { createFirstAdmin } from "@/lib/accounts/staff/create-first-admin";
import { findFirstOwner, firstEmail } from "@/lib/accounts/staff/sessions/first-owner";
import { loginStaff } from "@/lib/accounts/staff/sessions/login-staff";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin, aRegisteredUser, goodPassword, sameOrigin } from "../../support/builders/accounts";
import { aClient } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const newPassword = "an entirely different one";

describe("/api/v1/admin/session", () => {
  it("says who is logged in and what they may do", async () => {
    const { staff, headers } = await aLoggedInAdmin({ role: "viewer" });
    const answer = await call<{ permissions: string[] }>(adminSession.getStaffSession, "GET", { headers });
    expect(answer.data).toMatchObject({ email: staff.email, role: "viewer", totp_enabled: false });
    expect(answer.data.permissions).toContain("orders:read");
    expect(answer.data.permissions.some((permission) => permission.endsWith(":write"))).toBe(false);
    expect((await call(adminSession.getStaffSession, "GET")).status).toBe(401);
  });

  it("ends at once when logged out", async () => {
    const { headers } = await aLoggedInAdmin();
    expect((await call(adminSession.endStaffSession, "DELETE", { headers })).status).toBe(200);
    expect((await call(adminSession.getStaffSession, "GET", { headers })).status).toBe(401);
  });

  it("ends after twelve hours, and after half an hour without an act", async () => {
    const idle = await aLoggedInAdmin();
    testClock.advance(30 * 60 + 1);
    expect((await call(adminSession.getStaffSession, "GET", { headers: idle.headers })).status).toBe(401);
    testClock.reset();
    const busy = await aLoggedInAdmin();
    for (let hour = 0; hour < 47; hour++) {
      testClock.advance(15 * 60);
      expect((await call(adminSession.noteActivity, "POST", { headers: busy.headers })).status).toBe(200);
    }
    testClock.advance(15 * 60 + 1);
    expect((await call(adminSession.getStaffSession, "GET", { headers: busy.headers })).status).toBe(401);
  });

  it("ends although a page asks again and again by itself", async () => {
    const { headers } = await aLoggedInAdmin();
    for (let minute = 0; minute < 30; minute++) {
      expect((await call(adminSession.getStaffSession, "GET", { headers })).status).toBe(200);
      testClock.advance(61);
    }
    expect((await call(adminSession.getStaffSession, "GET", { headers })).status).toBe(401);
  });

  it("ends at once when the member of staff is disabled [A15]", async () => {
    const { staff, headers } = await aLoggedInAdmin();
    await db().staff.update({ where: { id: staff.id }, data: { status: "disabled" } });
    expect((await call(adminSession.getStaffSession, "GET", { headers })).status).toBe(401);
  });
});

describe("writes of the admin", () => {
  it("refuses a foreign page, a form post and a call without Origin [A16]", async () => {
    const { cookie } = await aLoggedInAdmin();
    const user = await aRegisteredUser();
    const params = { id: String(user.id) };
    const patch = (headers: Record<string, string>, raw = '{"status":"disabled"}') =>
      call(adminUsers.updateUser, "PATCH", { params, raw, headers: { cookie, ...headers } });
    expect((await patch({ origin: "https://evil.example", "sec-fetch-site": "cross-site" })).status).toBe(
      403,
    );
    expect(
      (await patch({ origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" }))
        .status,
    ).toBe(403);
    expect((await patch({ "content-type": "text/plain" })).status).toBe(403);
    expect((await patch({})).status).toBe(403);
    expect((await patch({ origin: "null" })).status).toBe(403);
    expect((await patch({ "sec-fetch-site": "same-site", origin: "http://localhost:8080" })).status).toBe(
      403,
    );
    expect((await patch({ ...sameOrigin, "content-type": "text/plain" })).status).toBe(415);
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).status).toBe("active");
    expect((await patch(sameOrigin)).status).toBe(200);
  });

  it("a header that once skipped the framework's middleware opens nothing [A17]", async () => {
    const headers = {
      "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
      ...sameOrigin,
    };
    expect((await call(adminUsers.listUsers, "GET", { headers })).status).toBe(401);
    expect((await call(adminSession.getStaffSession, "GET", { headers })).status).toBe(401);
  });

  it("runs on a framework version without the known holes [A17]", async () => {
    const { version } = await import("next/package.json");
    const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
    expect(major > 16 || (major === 16 && (minor > 0 || patch >= 7))).toBe(true);
  });

  it("refuses what the role does not include, naming it", async () => {
    const { headers } = await aLoggedInAdmin({ role: "viewer" });
    const user = await aRegisteredUser();
    const options = { headers, params: { id: String(user.id) }, body: { status: "disabled" } };
    const answer = await call(adminUsers.updateUser, "PATCH", options);
    expect([answer.status, answer.json.status_code]).toEqual([403, 403]);
    expect(answer.json.msg).toContain("customers:write");
  });
});

describe("logging staff in", () => {
  const login = (email: string, password: string, code?: string, ip?: string) =>
    loginStaff({ email, password, code }, aClient(ip));

  it("opens a session and writes the audit log [A1, A25]", async () => {
    const { staff } = await aLoggedInAdmin();
    await db().staffSession.deleteMany();
    const result = await login(staff.email.toUpperCase(), goodPassword);
    expect(result.kind).toBe("logged_in");
    expect(await db().staffSession.count()).toBe(1);
    expect(await db().auditLog.findFirst()).toMatchObject({
      actor: `staff:${staff.email}`,
      action: "staff.login",
    });
    expect(await db().loginLog.findFirst()).toMatchObject({ staffId: staff.id, result: "success" });
  });

  it("answers unknown and wrong alike and stops guessing [A2, A3]", async () => {
    const { staff } = await aLoggedInAdmin();
    for (const email of [staff.email, "nobody@example.com"]) {
      for (let i = 0; i < 5; i++)
        await expect(login(email, "wrong password 1")).rejects.toThrow("or the password is wrong");
      await expect(login(email, goodPassword)).rejects.toMatchObject({ kind: "rate_limited" });
    }
    expect(
      (await login(staff.email, goodPassword, undefined, "192.0.2.9").catch((error) => error)).kind,
    ).toBe("rate_limited");
  });

  it("asks for the code, takes each once, and does not let it be guessed", async () => {
    const { staff, headers } = await aLoggedInAdmin();
    const { data } = await call<{ secret: string }>(adminSession.setUpStaffTotp, "POST", {
      headers,
      body: { password: goodPassword },
    });
    const code = () => generateSync({ secret: data.secret, epoch: Math.floor(now().getTime() / 1000) });
    expect(
      (await call(adminSession.enableStaffTotp, "POST", { headers, body: { code: code() } })).data,
    ).toMatchObject({
      totp_enabled: true,
    });
    testClock.advance(60);
    expect(await login(staff.email, goodPassword)).toEqual({ kind: "totp_required" });
    const first = code();
    expect((await login(staff.email, goodPassword, first)).kind).toBe("logged_in");
    await expect(login(staff.email, goodPassword, first)).rejects.toMatchObject({ kind: "totp_invalid" });
    const ip = "192.0.2.44";
    const wrong = code() === "000000" ? "111111" : "000000";
    for (let i = 0; i < 3; i++) {
      expect((await login(staff.email, goodPassword, undefined, ip)).kind).toBe("totp_required");
      await expect(login(staff.email, goodPassword, wrong, ip)).rejects.toMatchObject({
        kind: "totp_invalid",
      });
    }
    for (let i = 0; i < 2; i++) await login(staff.email, goodPassword, wrong, ip).catch(() => undefined);
    await expect(login(staff.email, goodPassword, code(), ip)).rejects.toMatchObject({
      kind: "rate_limited",
    });
    testClock.advance(30);
    const off = await call(adminSession.disableStaffTotp, "POST", {
      headers,
      body: { password: goodPassword, code: code() },
    });
    expect(off.data).toEqual({ totp_enabled: false });
  });

  it("refuses a disabled account only after the right password", async () => {
    const { staff } = await aLoggedInAdmin({ status: "disabled" });
    await expect(login(staff.email, "wrong password 1")).rejects.toMatchObject({ kind: "unauthorized" });
    await expect(login(staff.email, goodPassword)).rejects.toMatchObject({ kind: "account_disabled" });
  });
});

describe("the first admin", () => {
  it("is made once, also when several processes start together", async () => {
    const made = await Promise.all([createFirstAdmin(), createFirstAdmin(), createFirstAdmin()]);
    expect(made.filter((admin) => admin !== null)).toHaveLength(1);
    expect(await createFirstAdmin()).toBeNull();
    const admin = made.find((candidate) => candidate !== null);
    expect((await loginStaff(admin ?? { email: "", password: "" }, aClient())).kind).toBe("logged_in");
  });

  it("has a one-time password: nothing else works until it is changed", async () => {
    const { staff, headers } = await aLoggedInAdmin({ mustChangePassword: true });
    const refused = await call(adminUsers.listUsers, "GET", { headers, path: "/api/v1/admin/users" });
    expect([refused.status, refused.json.msg]).toEqual([403, "Change your one-time password first"]);
    const path = "/api/v1/admin/session/password";
    const put = (new_password: string) =>
      call(adminSession.changeStaffPassword, "PUT", {
        headers,
        path,
        body: { old_password: goodPassword, new_password },
      });
    expect(
      (await call(adminSession.getStaffSession, "GET", { headers, path: "/api/v1/admin/session" })).data,
    ).toMatchObject({
      must_change_password: true,
    });
    expect((await put(goodPassword)).json.msg).toMatch(/^new_password: /);
    expect((await put("fourteen chars")).json.msg).toBe("new_password: must have at least 15 characters");
    expect((await put(newPassword)).status).toBe(200);
    expect((await call(adminUsers.listUsers, "GET", { headers, path: "/api/v1/admin/users" })).status).toBe(
      200,
    );
    expect((await loginStaff({ email: staff.email, password: newPassword }, aClient())).kind).toBe(
      "logged_in",
    );
  });

  it("takes a fresh shop over once, with an address and a password of its own [C143]", async () => {
    const { staff, headers } = await aLoggedInAdmin({ email: firstEmail, mustChangePassword: true });
    const put = (email: string, password = newPassword) =>
      call(adminSession.changeStaffPassword, "PUT", {
        headers,
        path: "/api/v1/admin/session/password",
        body: { old_password: goodPassword, new_password: password, email },
      });
    expect((await put(firstEmail.toUpperCase())).json.msg).toMatch(/^email: must be your own/);
    const answers = await Promise.all([put("Ann@Shop.example"), put("bob@shop.example", `${newPassword} 2`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { email } = await db().staff.findUniqueOrThrow({ where: { id: staff.id } });
    const [first] = answers;
    expect(email).toBe(first?.status === 200 ? "ann@shop.example" : "bob@shop.example");
    expect(await findFirstOwner()).toBeNull();
    const entry = await db().auditLog.findFirstOrThrow({ where: { action: "staff.password" } });
    expect(entry.data).toMatchObject({ email });
  });

  it("is nobody's to take over once it has an owner, or a second member of staff", async () => {
    const invited = await aLoggedInAdmin({ mustChangePassword: true });
    const answer = await call(adminSession.changeStaffPassword, "PUT", {
      headers: invited.headers,
      path: "/api/v1/admin/session/password",
      body: { old_password: goodPassword, new_password: newPassword, email: "mine@shop.example" },
    });
    expect([answer.status, answer.json.msg]).toEqual([409, expect.stringMatching(/^email: /)]);
    await aLoggedInAdmin({ email: firstEmail, mustChangePassword: true });
    expect(await findFirstOwner()).toBeNull();
  });
});
