import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as adminSettings } from "@/app/api/v1/admin/settings/[[...path]]/route";
import { operations as adminStaff } from "@/app/api/v1/admin/staff/[[...path]]/route";
import { createFirstAdmin } from "@/lib/accounts/staff/create-first-admin";
import { createOwner, resetStaffPassword } from "@/lib/accounts/staff/recover-staff";
import { changeStaffPassword } from "@/lib/accounts/staff/sessions/change-staff-password";
import { loginStaff } from "@/lib/accounts/staff/sessions/login-staff";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { handlers } from "@/lib/worker/handlers/operator";
import { aLoggedInAdmin, goodPassword, jobsOf } from "../../support/builders/accounts";
import { aClient } from "../../support/builders/products";
import { audits } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";

type Headers = Record<string, string>;

async function withTotp(headers: Headers): Promise<{ secret: string; codes: string[] }> {
  const setup = await call<{ secret: string }>(adminSession.setUpStaffTotp, "POST", {
    headers,
    body: { password: goodPassword },
  });
  const { secret } = setup.data;
  const enabled = await call<{ recovery_codes: string[] }>(adminSession.enableStaffTotp, "POST", {
    headers,
    body: { code: generateSync({ secret, epoch: now().getTime() / 1000 }) },
  });
  expect(enabled.status, enabled.text).toBe(200);
  return { secret, codes: enabled.data.recovery_codes };
}

const nextCode = (secret: string) => {
  testClock.advance(30);
  return generateSync({ secret, epoch: now().getTime() / 1000 });
};

describe("recovery codes of staff", () => {
  it("open the account once each, also when two come at once", async () => {
    const { staff, headers } = await aLoggedInAdmin();
    const { codes } = await withTotp(headers);
    expect(new Set(codes).size).toBe(10);
    expect((await call(adminSession.getStaffSession, "GET", { headers })).data).toMatchObject({
      recovery_codes_left: 10,
    });
    const login = (code: string) =>
      loginStaff({ email: staff.email, password: goodPassword, code }, aClient());
    const [first = "", second = ""] = codes;
    const attempts = await Promise.allSettled([login(first), login(first)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await login(second.toLowerCase().replaceAll("-", ""))).toMatchObject({ kind: "logged_in" });
    expect((await call(adminSession.getStaffSession, "GET", { headers })).data).toMatchObject({
      recovery_codes_left: 8,
    });
  });

  it("open nothing for somebody else", async () => {
    const ada = await aLoggedInAdmin();
    const bob = await aLoggedInAdmin();
    const { codes } = await withTotp(ada.headers);
    await withTotp(bob.headers);
    const [code = ""] = codes;
    await expect(
      loginStaff({ email: bob.staff.email, password: goodPassword, code }, aClient()),
    ).rejects.toMatchObject({ kind: "totp_invalid" });
  });

  it("are made anew with password and code, which end the former ones", async () => {
    const { staff, headers } = await aLoggedInAdmin();
    const { secret, codes } = await withTotp(headers);
    const wrong = await call(adminSession.renewStaffRecoveryCodes, "POST", {
      headers,
      body: { password: "no", code: nextCode(secret) },
    });
    expect(wrong.status).toBe(400);
    const renewed = await call<{ recovery_codes: string[] }>(adminSession.renewStaffRecoveryCodes, "POST", {
      headers,
      body: { password: goodPassword, code: nextCode(secret) },
    });
    const login = (code: string) =>
      loginStaff({ email: staff.email, password: goodPassword, code }, aClient());
    await expect(login(codes[0] ?? "")).rejects.toMatchObject({ kind: "totp_invalid" });
    expect(await login(renewed.data.recovery_codes[0] ?? "")).toMatchObject({ kind: "logged_in" });
    expect((await audits()).map(({ action }) => action)).toContain("staff.recovery_codes");
  });
});

describe("a second factor that is demanded of all staff", () => {
  const demand = (headers: Headers, value = true) =>
    call(adminSettings.updateSettings, "PATCH", { headers, body: { staff_second_factor: value } });

  it("is for owners to demand", async () => {
    const manager = await aLoggedInAdmin({ role: "manager" });
    expect((await demand(manager.headers)).status).toBe(403);
    const owner = await aLoggedInAdmin();
    expect((await demand(owner.headers)).status).toBe(200);
  });

  it("leaves nothing open but setting it up, and cannot be switched off", async () => {
    const { headers } = await aLoggedInAdmin();
    expect((await demand(headers)).status).toBe(200);
    const refused = await call(adminSettings.getAdminSettings, "GET", { headers });
    expect(refused.json).toMatchObject({ status_code: 403, msg: expect.stringMatching(/second factor/) });
    expect((await call(adminSession.getStaffSession, "GET", { headers })).data).toMatchObject({
      must_add_second_factor: true,
    });
    const { secret } = await withTotp(headers);
    expect((await call(adminSettings.getAdminSettings, "GET", { headers })).status).toBe(200);
    const body = { password: goodPassword, code: nextCode(secret) };
    expect((await call(adminSession.disableStaffTotp, "POST", { headers, body })).status).toBe(409);
  });
});

describe("sessions and log-ins of staff", () => {
  it("shows the own ones only, and ends one or all others", async () => {
    const { staff, headers } = await aLoggedInAdmin();
    const other = await aLoggedInAdmin();
    const client = aClient();
    for (let n = 0; n < 3; n++) await loginStaff({ email: staff.email, password: goodPassword }, client);
    const list = await call<{ sessions: { id: string; is_current: boolean }[] }>(
      adminSession.listStaffSessions,
      "GET",
      {
        headers,
      },
    );
    expect(list.data.sessions).toHaveLength(4);
    const [mine] = list.data.sessions.filter((entry) => !entry.is_current);
    const params = { id: mine?.id ?? "" };
    expect(
      (await call(adminSession.endOwnStaffSession, "DELETE", { headers: other.headers, params })).status,
    ).toBe(404);
    expect((await call(adminSession.endOwnStaffSession, "DELETE", { headers, params })).data).toEqual({
      ended: 1,
    });
    expect((await call(adminSession.endOtherStaffSessions, "DELETE", { headers })).data).toEqual({
      ended: 2,
    });
    expect((await call(adminSession.getStaffSession, "GET", { headers })).status).toBe(200);
    expect((await call(adminSession.getStaffSession, "GET", { headers: other.headers })).status).toBe(200);
  });

  it("writes a failed log-in into the history and the audit log, and raises one alert for several", async () => {
    const { staff, headers } = await aLoggedInAdmin();
    for (let n = 0; n < 4; n++)
      await loginStaff({ email: staff.email, password: "wrong" }, aClient()).catch(() => undefined);
    expect((await call(adminSession.listStaffLogins, "GET", { headers })).data).toMatchObject({
      login_logs: Array.from({ length: 4 }, () => ({ result: "failed", reason: "wrong_password" })),
    });
    const failed = (await audits()).filter(({ action }) => action === "staff.login_failed");
    expect(failed).toHaveLength(4);
    expect(failed[0]).toMatchObject({ target: `staff:${staff.id}`, data: { reason: "wrong_password" } });
    for (const job of await jobsOf("staff.sign_in")) await handlers["staff.sign_in"]?.(job as never);
    expect(await db().alert.findMany()).toMatchObject([
      { kind: "staff.login_failures", message: expect.stringContaining(staff.email) },
    ]);
  });

  it("does not write an unknown address into the audit log", async () => {
    await loginStaff({ email: "nobody@example.com", password: "wrong" }, aClient()).catch(() => undefined);
    expect(await audits()).toEqual([]);
    expect(await db().loginLog.count({ where: { email: "nobody@example.com" } })).toBe(1);
  });

  it("raises an alert when staff log in from a new place, and not the first time nor from a known one", async () => {
    const { staff } = await aLoggedInAdmin();
    const from = (ip: string) =>
      loginStaff({ email: staff.email, password: goodPassword }, { ...aClient(), ip });
    await from("192.0.2.1");
    await from("192.0.2.1");
    expect(await jobsOf("staff.sign_in")).toEqual([]);
    await from("198.51.100.7");
    const jobs = await jobsOf("staff.sign_in");
    expect(jobs).toMatchObject([{ kind: "new_place", email: staff.email, ip: "198.51.100.7" }]);
    for (const job of jobs) await handlers["staff.sign_in"]?.(job as never);
    expect(await db().alert.findMany()).toMatchObject([{ kind: "staff.new_place" }]);
  });
});

describe("one-time passwords of staff", () => {
  const logIn = (email: string, password: string) => loginStaff({ email, password }, aClient());
  const day = 86_400;

  it("end after seven days, however they were made, and a reset gives a new one [C92]", async () => {
    const first = await createFirstAdmin();
    if (!first) throw new Error("there is staff already");
    const { headers } = await aLoggedInAdmin();
    const hired = await call<{ id: number; one_time_password: string }>(adminStaff.createStaff, "POST", {
      headers,
      body: { email: "bo@example.com", name: "Bo", role: "support" },
    });
    const owner = await createOwner("cleo@example.com", "Cleo");
    const made = [
      [first.email, first.password],
      ["bo@example.com", hired.data.one_time_password],
      [owner.email, owner.password],
    ] as const;
    testClock.advance(7 * day - 60);
    for (const [email, password] of made) expect((await logIn(email, password)).kind).toBe("logged_in");
    testClock.advance(61);
    for (const [email, password] of made) {
      await expect(logIn(email, password)).rejects.toMatchObject({ rule: "one_time_password_over" });
      await expect(logIn(email, "not this one")).rejects.toMatchObject({ rule: "wrong_login" });
    }
    const { password } = await resetStaffPassword("bo@example.com");
    expect((await logIn("bo@example.com", password)).kind).toBe("logged_in");
    const again = await aLoggedInAdmin();
    const reset = await call<{ one_time_password: string }>(adminStaff.updateStaff, "PATCH", {
      headers: again.headers,
      params: { id: String(hired.data.id) },
      body: { reset_password: true },
    });
    testClock.advance(7 * day);
    await expect(logIn("bo@example.com", reset.data.one_time_password)).rejects.toMatchObject({
      rule: "one_time_password_over",
    });
  });

  it("become passwords without an end when they are changed [C92]", async () => {
    const owner = await createOwner("cleo@example.com", "Cleo");
    const login = await logIn(owner.email, owner.password);
    if (login.kind !== "logged_in") throw new Error("no session");
    const { id } = await db().staff.findUniqueOrThrow({ where: { email: owner.email } });
    const actor = {
      kind: "admin",
      staffId: id,
      sessionId: login.sessionId,
      role: "owner",
      email: owner.email,
    } as const;
    await changeStaffPassword(actor, { oldPassword: owner.password, newPassword: goodPassword }, aClient());
    testClock.advance(30 * day);
    expect((await logIn(owner.email, goodPassword)).kind).toBe("logged_in");
  });
});
