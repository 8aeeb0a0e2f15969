import { describe, expect, it } from "vitest";
import { operations as adminGiftCards } from "@/app/api/v1/admin/gift-cards/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as adminStaff } from "@/app/api/v1/admin/staff/[[...path]]/route";
import { operations as adminStock } from "@/app/api/v1/admin/stock/[[...path]]/route";
import { apiOperations } from "@/app/api/v1/operations";
import type { StaffTokenView } from "@/lib/accounts/staff/tokens/token-schema";
import { limitOf } from "@/lib/config/limits";
import { addSeconds, now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin, aLoggedInUser, aStaffToken, sameOrigin } from "../../support/builders/accounts";
import { aProduct, aStaff, aUser } from "../../support/builders/products";
import { balanceOf } from "../../support/builders/wallet";
import { audits, lastAudit } from "../../support/harness/admin-suite";
import { type CallOptions, call } from "../../support/harness/call";
import { book, gift } from "../../support/harness/money-members";
import { expectRefusal } from "../../support/harness/public-suite";

type Made = StaffTokenView & { token: string };
const day = 86_400;
const inDays = (days: number) => addSeconds(now(), days * day).toISOString();
const robot = (changes: object = {}) => ({
  name: "restock",
  areas: { orders: "read", stock: "write" },
  expires_at: inDays(30),
  ...changes,
});
type Person = { headers: Record<string, string> };
const make = ({ headers }: Person, body: unknown = robot()) =>
  call<Made>(adminSession.createStaffToken, "POST", { headers, body });
const listOrders = (headers: Record<string, string>, options: CallOptions = {}) =>
  call(adminOrders.listOrders, "GET", { headers, ...options });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const revoke = ({ headers }: Person, id: number) =>
  call(adminSession.revokeStaffToken, "DELETE", { headers, params: { token_id: String(id) } });
const tokensOf = async ({ headers }: Person) =>
  (await call<{ tokens: StaffTokenView[] }>(adminSession.listStaffTokens, "GET", { headers })).data.tokens;

describe("a token of staff", () => {
  it("is shown once, stored as a hash, listed with its last use, and audited without itself [C132]", async () => {
    const owner = await aLoggedInAdmin();
    const { data } = await make(owner, robot({ ip_allow_list: ["203.0.113.0/24"] }));
    expect(data.token).toMatch(/^kst_[A-Za-z0-9_-]{43}$/);
    expect(data).toMatchObject({ state: "active", proved: false, day_limit: "0.00", last_used_at: null });
    expect(data.areas).toMatchObject({ orders: "read", stock: "write", money: "none" });
    expect(await lastAudit()).toMatchObject({ action: "token.create", target: `token:${data.id}` });
    const stored = await db().staffToken.findFirstOrThrow({ omit: { tokenHash: false } });
    expect(Buffer.from(stored.tokenHash).toString("latin1")).not.toContain(data.token);
    expect(JSON.stringify(await audits())).not.toContain(data.token.slice(4));
    expect((await listOrders(bearer(data.token))).status).toBe(200);
    const listed = await tokensOf(owner);
    expect(listed).toMatchObject([{ id: data.id, last_used_ip: "203.0.113.7", state: "active" }]);
    expect(listed[0]?.last_used_at).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain(data.token);
    const self = await call<StaffTokenView>(adminSession.readOwnToken, "GET", {
      headers: bearer(data.token),
    });
    expect(self.data).toMatchObject({ id: data.id, name: "restock" });
  });

  it("writes without a cookie and from any page, and each act stands under its name [C132]", async () => {
    const owner = await aLoggedInAdmin();
    const { token } = (await make(owner)).data;
    const { sku } = await aProduct({ keys: 0 });
    const imported = await call(adminStock.importSecrets, "POST", {
      headers: { ...bearer(token), origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
      params: { sku_id: String(sku.id) },
      body: { secrets: "ONE\nTWO" },
    });
    expect([imported.status, imported.text]).toEqual([200, expect.stringContaining('"imported":2')]);
    expect(await lastAudit()).toMatchObject({ actor: "token:restock", action: "stock.import" });
  });

  it("opens at most what its maker's role opens, and never the staff [C132]", async () => {
    const support = await aLoggedInAdmin({ role: "support" });
    expectRefusal(await make(support, robot()), 403, /^Your role \(support\) does not include stock:write/);
    expect((await make(support, robot({ areas: { orders: "write" } }))).status).toBe(200);
    const owner = await aLoggedInAdmin();
    for (const areas of [{ staff: "write" }, { root: "read" }, {}, { orders: "none" }])
      expect((await make(owner, robot({ name: "other", areas }))).status).toBe(400);
    await expect(aStaffToken(["staff:write"])).rejects.toThrow(/staff_tokens_no_staff/);
  });

  it("is refused with one answer when it is unknown, over or revoked, beside a good cookie as well [C132]", async () => {
    const owner = await aLoggedInAdmin();
    const { token, id } = (await make(owner)).data;
    const answerTo = async (text: string) => {
      const { status, json, headers } = await listOrders({ ...owner.headers, ...bearer(text) });
      return [status, json.msg, headers.get("x-error-rule")];
    };
    const refused = [401, expect.stringMatching(/unknown, revoked or over/), "staff_token_not_valid"];
    for (const wrong of ["kst_", `kst_${"A".repeat(43)}`, `${token}A`, token.slice(0, -1), `${token} x`])
      expect(await answerTo(wrong)).toEqual(refused);
    testClock.advance(30 * day);
    expect(await answerTo(token)).toEqual(refused);
    testClock.advance(-30 * day);
    expect((await listOrders(bearer(token))).status).toBe(200);
    expect((await revoke(owner, id)).status).toBe(200);
    expect((await revoke(owner, id)).status).toBe(200);
    expect(await answerTo(token)).toEqual(refused);
    expect((await audits()).filter(({ action }) => action === "token.revoke")).toHaveLength(1);
  });

  it("passes for no other kind of token, and none for it [C132]", async () => {
    const { headers } = await aStaffToken(["orders:read"]);
    const user = await aLoggedInUser();
    expectRefusal(await listOrders(bearer(user.token)), 401, "This is no API token: one begins with kst_");
    // A proxy in front of the admin may ask for a password of its own.
    const owner = await aLoggedInAdmin();
    expect((await listOrders({ ...owner.headers, authorization: "Basic eDp5" })).status).toBe(200);
    const ofMembers = (await apiOperations()).filter(({ handler }) => handler.options.auth === "user");
    expect(ofMembers.length).toBeGreaterThan(20);
    for (const { handler, method } of ofMembers)
      expect((await call(handler, method, { headers })).status).toBe(401);
  });

  it("counts from its addresses alone [C132]", async () => {
    const { headers } = await aStaffToken(["orders:read"], {
      ipAllowList: ["198.51.100.4", "2001:db8::/32"],
    });
    const from = async (ip: string) =>
      (await listOrders(headers, { ip })).headers.get("x-error-rule") ?? "open";
    expect(await from("198.51.100.4")).toBe("open");
    expect(await from("2001:db8::9")).toBe("open");
    expect(await from("198.51.100.5")).toBe("token_address");
    const owner = await aLoggedInAdmin();
    expectRefusal(await make(owner, robot({ ip_allow_list: ["ten"] })), 400, /^ip_allow_list\.0: /);
  });

  it("has an end, at most a year ahead, and a name that no other live one has [C132]", async () => {
    const owner = await aLoggedInAdmin();
    expectRefusal(await make(owner, robot({ expires_at: now().toISOString() })), 400, /^expires_at: /);
    expectRefusal(await make(owner, robot({ expires_at: inDays(367) })), 400, /^expires_at: .*366 days/);
    const { id } = (await make(owner)).data;
    const other = await aLoggedInAdmin();
    expectRefusal(await make(other, robot({ name: "Restock" })), 409, /^name: /, 40906);
    await revoke(owner, id);
    expect((await make(other, robot({ name: "Restock" }))).status).toBe(200);
  });

  it("ends with its person, and does not come back with them [C132]", async () => {
    const boss = await aLoggedInAdmin();
    const member = await aStaff({ role: "support" });
    const params = { id: String(member.id) };
    const change = (body: unknown) =>
      call(adminStaff.updateStaff, "PATCH", { headers: boss.headers, params, body });
    for (const end of [{ status: "disabled" }, { reset_password: true }, { reset_totp: true }]) {
      const { headers } = await aStaffToken(["orders:read"], { staff: member });
      expect((await listOrders(headers)).status).toBe(200);
      expect((await change(end)).status).toBe(200);
      await change({ status: "active" });
      await db().staff.update({ where: { id: member.id }, data: { mustChangePassword: false } });
      expect((await listOrders(headers)).status).toBe(401);
    }
    const { headers } = await aStaffToken(["orders:read"], { staff: member });
    await db().staff.update({ where: { id: member.id }, data: { mustChangePassword: true } });
    expect((await listOrders(headers)).headers.get("x-error-rule")).toBe("one_time_password");
  });

  it("is not left behind when its maker is disabled at the moment it is made [C132]", async () => {
    const boss = await aLoggedInAdmin();
    for (let round = 0; round < 5; round++) {
      const member = await aLoggedInAdmin({ role: "support" });
      const body = robot({ name: `round ${round}`, areas: { orders: "read" } });
      const params = { id: String(member.staff.id) };
      const [made] = await Promise.all([
        make(member, body),
        call(adminStaff.updateStaff, "PATCH", {
          headers: boss.headers,
          params,
          body: { status: "disabled" },
        }),
      ]);
      await db().staff.update({ where: { id: member.staff.id }, data: { status: "active" } });
      if (made.status === 200) expect((await listOrders(bearer(made.data.token))).status).toBe(401);
      else expect([401, 403]).toContain(made.status);
    }
  });

  it("is seen and revoked by owners, and by nobody else but its person [C132]", async () => {
    const member = await aLoggedInAdmin({ role: "support" });
    const { id, token } = (await make(member, robot({ areas: { orders: "read" } }))).data;
    const boss = await aLoggedInAdmin();
    const other = await aLoggedInAdmin({ role: "support" });
    expectRefusal(await revoke(other, id), 404, "API token not found");
    expect(await tokensOf(other)).toEqual([]);
    const params = { token_id: String(id) };
    const byOther = await call(adminStaff.revokeTokenOfStaff, "DELETE", { headers: other.headers, params });
    expect(byOther.status).toBe(403);
    const all = await call(adminStaff.listTokensOfStaff, "GET", { headers: boss.headers });
    expect(all.data).toMatchObject({ tokens: [{ id, owner: { id: member.staff.id } }] });
    expect(
      (await call(adminStaff.revokeTokenOfStaff, "DELETE", { headers: boss.headers, params })).status,
    ).toBe(200);
    expect((await listOrders(bearer(token))).status).toBe(401);
  });

  it("has a limit of its own [C132]", async () => {
    const first = await aStaffToken(["orders:read"]);
    const second = await aStaffToken(["orders:read"], { staff: first.staff });
    await db().rateLimit.create({
      data: {
        key: `staff_token:${first.row.id}`,
        count: limitOf("staff_token").limit,
        resetAt: addSeconds(now(), 60),
      },
    });
    const refused = await listOrders(first.headers);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await listOrders(second.headers)).status).toBe(200);
  });
});

describe("money that a token moves", () => {
  const money = ["customers:read", "customers:write", "money:read", "money:write"] as const;
  const rich = (limit: bigint | null, staff?: { id: number }) =>
    aStaffToken(money, {
      isProved: true,
      dayLimitCents: limit,
      expiresAt: addSeconds(now(), 9 * day),
      ...(staff ? { staff } : {}),
    });

  it("stops at its limit of a day, which its owner does not have [C134]", async () => {
    const owner = await aLoggedInAdmin();
    const program = await rich(1000n, owner.staff);
    const user = await aUser();
    expect((await book(program, user.id, gift("6.00"))).status).toBe(200);
    const refused = await book(program, user.id, gift("4.01"));
    expectRefusal(refused, 403, /may move 10\.00 in a day, 4\.00 are left/);
    expect((await book(owner, user.id, gift("50.00"))).status).toBe(200);
    testClock.advance(day);
    expect((await book(program, user.id, gift("10.00"))).status).toBe(200);
  });

  it("counts one booking once, however often it is sent at once [C134]", async () => {
    const program = await rich(900n);
    const user = await aUser();
    const body = gift("8.00");
    const answers = await Promise.all(Array.from({ length: 5 }, () => book(program, user.id, body)));
    expect(await balanceOf(user.id)).toBe(800n);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await book(program, user.id, gift("1.00"))).status).toBe(200);
    expect((await book(program, user.id, gift("0.01"))).status).toBe(403);
  });

  it("takes nothing from its owner's limit when the token's own refuses it [C134]", async () => {
    const at = now();
    const role = await db().ownRole.create({
      data: { name: "Till", permissions: [...money], dayLimitCents: 2000n, createdAt: at, updatedAt: at },
    });
    const owner = await aStaff({ role: "viewer", ownRoleId: role.id });
    const program = await rich(500n, owner);
    const user = await aUser();
    expect((await book(program, user.id, gift("5.01"))).status).toBe(403);
    expect(await db().staffMoneyDay.findMany({ where: { usedCents: { gt: 0 } } })).toEqual([]);
    expect((await book(program, user.id, gift("5.00"))).status).toBe(200);
    expect(await db().staffMoneyDay.findMany()).toMatchObject([{ usedCents: 500n }]);
  });

  it("gives out codes without a password only where it was made for it [C133]", async () => {
    const permissions = ["marketing:read", "marketing:write", "exports:read", "exports:write"] as const;
    const exported = async (isProved: boolean) => {
      const { headers } = await aStaffToken(permissions, { isProved });
      const answer = await call(adminGiftCards.exportGiftCards, "POST", {
        headers,
        params: { batch_id: "1" },
        body: {},
      });
      return answer.headers.get("x-error-rule") ?? answer.status;
    };
    expect(await exported(false)).toBe("token_not_proved");
    expect(["token_not_proved", "required"]).not.toContain(await exported(true));
    const { headers } = await aLoggedInAdmin();
    const asPerson = await call(adminGiftCards.exportGiftCards, "POST", {
      headers: { ...headers, ...sameOrigin },
      params: { batch_id: "1" },
      body: {},
    });
    expectRefusal(asPerson, 400, /^password: is required/);
  });
});
