import { generateSync } from "otplib";
import { afterEach, describe, expect, it } from "vitest";
import { operations as adminMailServer } from "@/app/api/v1/admin/mail-server/[[...path]]/route";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as adminStaff } from "@/app/api/v1/admin/staff/[[...path]]/route";
import { apiOperations } from "@/app/api/v1/operations";
import { type ProvedAct, proofSeconds, provedActs } from "@/lib/accounts/staff/proof/proved-acts";
import { newTotpSecret, sealTotpSecret } from "@/lib/accounts/totp/totp";
import { type Permission, permissionAreas } from "@/lib/acts/permissions";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { closeMailTransport } from "@/lib/notifications/mails/mail-transport";
import { mailOwnersOfServer } from "@/lib/notifications/server/tell-owners";
import { aLoggedInAdmin, aStaffToken, goodPassword, jobsOf } from "../../support/builders/accounts";
import { startMailServer } from "../../support/fakes/mail-server";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const key = "11111111-1111-4111-8111-111111111111";
const bodies: Partial<Record<string, Record<string, unknown>>> = {
  "POST staff": { email: "new@example.com", name: "New", role: "owner" },
  "PATCH staff/[id]": { reset_password: true },
  "POST session/tokens": { name: "Robot", areas: { orders: "read" }, expires_at: "2001-01-01T00:00:00Z" },
  "POST staff/roles": { name: "Desk", areas: {} },
  "PUT staff/roles/[role_id]": { name: "Desk", areas: {} },
  "PATCH users/[id]": { reset_totp: true },
  "POST customers/merge": { email: "guest@corner.example", into: "member@corner.example" },
  "PATCH settings": { staff_second_factor: false },
  "PUT mail-server": {
    host: "smtp.example.com",
    port: 587,
    security: "starttls",
    from: "shop@corner.example",
  },
  "POST login-providers": {
    key: "corner",
    name: "Corner",
    issuer: "https://id.corner.example",
    client_id: "shop",
  },
  "POST notification-channels": { name: "Mail", provider: "webhook" },
  "PATCH notification-channels/[id]": { is_enabled: false },
  "POST wallets/[user_id]/adjust": { direction: "in", amount: "1.00", remark: "gift", request_key: key },
  "POST gift-cards": { name: "Batch", amount: "1.00", quantity: 1 },
  "POST orders/[order_no]/confirm-paid": { note: "seen" },
  "POST payments/[payment_no]/confirm": { reference: "T1", note: "seen" },
  "POST payment-channels": { name: "Test", provider: "test", settings: {} },
  "PATCH payment-channels/[id]": { settings: {} },
  "POST interconnect/sites": { name: "Agent", settlement_mode: "trust" },
  "PATCH interconnect/sites/[site_id]": { settlement_mode: "trust" },
  "POST interconnect/sites/[site_id]/deposit": { amount: "1.00", request_key: key },
  "POST interconnect/sites/[site_id]/statements/[statement_id]/settle": { from: "outside" },
  "POST interconnect/held/release": { order_nos: ["X"], from_deposit: false },
  "POST licenses/keys/rotate": { withdraw: true },
};

/** Writes in the areas of staff, money, settings, payments and trade that do none of the four things. */
const otherActs: Record<string, readonly string[]> = {
  "takes a right away": ["DELETE staff/roles/[role_id]", "DELETE staff/tokens/[token_id]"],
  "asks for it, and a second person with a proof does it": [
    "POST money-requests",
    "POST money-requests/[request_id]/reject",
    "POST money-requests/[request_id]/withdraw",
    "POST payment-proofs",
  ],
  "asks for the password and the second factor itself, each time": ["POST updates", "POST updates/rollback"],
  "names where messages of tests go, which carry nothing that is sold": [
    "PATCH interconnect/sites/[site_id]/test-key",
  ],
  "asks the issuer what it says of itself, without the secret": ["POST login-providers/[id]/test"],
  "asks the source that the configuration names": ["POST updates/look"],
  "gives back money that came in": [
    "POST orders/[order_no]/refund",
    "POST payments/refunds/[refund_no]/done",
    "POST payments/refunds/[refund_no]/send",
  ],
  "goes the way that is set up": [
    "PUT mail-texts/[kind]/[locale]",
    "DELETE mail-texts/[kind]/[locale]",
    "POST mail-texts/[kind]/[locale]/send",
    "POST notification-deliveries/[id]/resend",
    "POST notification-channels/[id]/test",
    "POST payment-channels/[id]/rate/accept",
    "POST payment-channels/[id]/rate/fetch",
    "POST payment-channels/[id]/test",
    "POST payment-channels/[id]/replay",
    "POST payment-channels/order",
    "POST payments/[payment_no]/query",
    "POST interconnect/sites/[site_id]/ping",
    "POST interconnect/sites/[site_id]/comparisons",
    "POST interconnect/sites/[site_id]/mismatches/[mismatch_id]/resolve",
    "PUT interconnect/sites/[site_id]/prices",
    "POST interconnect/sites/[site_id]/statements",
    "POST interconnect/callbacks/resend",
    "POST interconnect/callbacks/[callback_id]/reveal",
    "POST interconnect/callbacks/[callback_id]/resend",
  ],
  "spends at a main site, whose key is asked for again when its address changes": [
    "POST interconnect/connections",
    "POST interconnect/connections/pair",
    "PATCH interconnect/connections/[connection_id]",
    "POST interconnect/connections/[connection_id]/rate",
    "POST interconnect/connections/[connection_id]/test",
    "POST interconnect/connections/[connection_id]/comparison",
    "POST interconnect/connections/[connection_id]/sync",
    "POST interconnect/connections/[connection_id]/import",
    "PUT interconnect/connections/[connection_id]/mappings",
    "POST interconnect/purchases/[purchase_id]/reorder",
    "POST interconnect/purchases/[purchase_id]/retry",
    "POST interconnect/purchases/[purchase_id]/accept",
    "POST interconnect/purchases/[purchase_id]/close",
  ],
};

const judged = /^(staff|money|settings|payments|interconnect):write$/;

const writes = (await apiOperations())
  .filter(({ path, method }) => path.startsWith("admin/") && method !== "GET")
  .map(({ path, method, handler }) => ({ name: `${method} ${path.slice(6)}`, method, handler }));
const proved = writes.filter(({ handler }) => handler.options.proved);

const paramsOf = (name: string) =>
  Object.fromEntries([...name.matchAll(/\[(\w+)\]/g)].map(([, param = ""]) => [param, "1"]));

const anOldSession = async () => {
  const admin = await aLoggedInAdmin();
  testClock.advance(proofSeconds);
  return admin;
};
const proofOf = (headers: Record<string, string>, body: Record<string, unknown>) =>
  call<{ proved_until: string }>(adminSession.proveSession, "POST", { headers, body });

describe("acts that a session alone does not do", () => {
  it("have each a route, and every write of their areas is judged [C91]", () => {
    const acts = new Set<ProvedAct | undefined>(proved.map(({ handler }) => handler.options.proved));
    expect([...acts].sort()).toEqual(Object.keys(provedActs).sort());
    const inArea = writes.filter(({ handler }) =>
      [handler.options.permission ?? []].flat().some((each) => judged.test(each)),
    );
    const others = inArea.filter(({ handler }) => !handler.options.proved).map(({ name }) => name);
    expect(others.sort()).toEqual(Object.values(otherActs).flat().sort());
  });

  it.each(proved)(
    "$name is refused without a proof, and goes on with one [C91]",
    async ({ name, method, handler }) => {
      const { headers } = await anOldSession();
      const options = { headers, params: paramsOf(name), body: bodies[name] };
      const refused = await call(handler, method, options);
      expect([refused.status, refused.headers.get("x-error-rule")]).toEqual([403, "prove_first"]);
      expect((await proofOf(headers, { password: goodPassword })).status).toBe(200);
      const again = await call(handler, method, options);
      expect(again.headers.get("x-error-rule")).not.toBe("prove_first");
      expect([200, 400, 404, 409, 422]).toContain(again.status);
    },
  );

  it.each(proved)("$name is done by no token but one that was made for it [C133]", async (act) => {
    const { name, method, handler } = act;
    const permissions = permissionAreas.flatMap((area): Permission[] => [`${area}:read`, `${area}:write`]);
    const grantable = permissions.filter((permission) => permission !== "staff:write");
    const ruleFor = async (isProved: boolean) => {
      const { headers } = await aStaffToken(grantable, { isProved });
      const answer = await call(handler, method, { headers, params: paramsOf(name), body: bodies[name] });
      return answer.headers.get("x-error-rule");
    };
    if ([handler.options.permission ?? []].flat().includes("staff:write"))
      return expect([await ruleFor(false), await ruleFor(true)]).toEqual(["token_lacks", "token_lacks"]);
    if (!handler.options.permission)
      return expect([await ruleFor(false), await ruleFor(true)]).toEqual(["not_by_token", "not_by_token"]);
    expect(await ruleFor(false)).toBe("token_not_proved");
    expect(["prove_first", "token_not_proved"]).not.toContain(await ruleFor(true));
  });

  it("are open for ten minutes after a log-in or a proof, to that session alone [C91]", async () => {
    const body = bodies["POST staff"];
    const { headers, staff } = await anOldSession();
    expect((await call(adminStaff.createStaff, "POST", { headers, body })).status).toBe(403);
    expect((await proofOf(headers, { password: "not this one" })).status).toBe(400);
    expect((await call(adminStaff.createStaff, "POST", { headers, body })).status).toBe(403);
    await proofOf(headers, { password: goodPassword });
    testClock.advance(proofSeconds - 1);
    expect((await call(adminStaff.createStaff, "POST", { headers, body })).status).toBe(200);
    testClock.advance(1);
    expect((await call(adminStaff.createStaff, "POST", { headers, body })).status).toBe(403);
    const other = await anOldSession();
    await proofOf(headers, { password: goodPassword });
    expect((await call(adminStaff.createStaff, "POST", { headers: other.headers, body })).status).toBe(403);
    const actor = `staff:${staff.email}`;
    expect(await db().auditLog.count({ where: { action: "staff.prove", actor } })).toBe(2);
  });

  it("ask for the second factor of staff who have one [C91]", async () => {
    const { headers, staff } = await anOldSession();
    const secret = newTotpSecret();
    const totpSecretSealed = sealTotpSecret({ table: "staff", id: staff.id }, secret);
    await db().staff.update({ where: { id: staff.id }, data: { totpSecretSealed, totpEnabledAt: now() } });
    const alone = await proofOf(headers, { password: goodPassword });
    expect(alone.headers.get("x-error-field")).toBe("code");
    const code = generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) });
    expect((await proofOf(headers, { password: goodPassword, code })).status).toBe(200);
    expect((await proofOf(headers, { password: goodPassword, code })).status).not.toBe(200);
  });
});

describe("another mail server", () => {
  afterEach(() => closeMailTransport());

  it("is told to owners through the former one, or through the new one where that is away [C91]", async () => {
    overrideConfig({ "mail.allowPrivateNetworks": "true" });
    const former = await startMailServer();
    const { headers, staff } = await aLoggedInAdmin();
    const put = (port: number, seen?: unknown) =>
      call(adminMailServer.saveMailServer, "PUT", {
        headers,
        body: { host: "127.0.0.1", port, security: "none", from: "shop@corner.example", seen },
      });
    expect((await put(former.port)).status).toBe(200);
    expect((await put(former.port + 1, { port: former.port })).status).toBe(200);
    const [, job] = (await jobsOf("mail_server.changed")) as unknown as JobPayloads["mail_server.changed"][];
    if (!job) throw new Error("no job tells the owners");
    await mailOwnersOfServer(job);
    expect(former.mails.flatMap(({ to }) => to)).toEqual([staff.email]);
    expect(await db().mail.count()).toBe(0);
    await former.stop();
    await mailOwnersOfServer(job);
    await mailOwnersOfServer(job);
    expect(await db().mail.findMany({ select: { recipient: true, kind: true } })).toEqual([
      { recipient: staff.email, kind: "operator" },
    ]);
    expect(await db().alert.count({ where: { kind: "staff.mail_server", resolvedAt: null } })).toBe(2);
  });
});
