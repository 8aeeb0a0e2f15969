import { beforeEach, expect } from "vitest";
import type { StaffRoleName } from "@/lib/acts/actor";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin, aLoggedInUser, sameOrigin } from "../builders/accounts";
import { type CallOptions, call } from "./call";
import { expectRefusal } from "./public-suite";

type Handler = Parameters<typeof call>[0];

/** Staff of a test file, logged in afresh for every test. */
export function staffOfTest(role: StaffRoleName = "owner") {
  const state = { headers: {} as Record<string, string>, email: "" };
  beforeEach(async () => {
    const { headers, staff } = await aLoggedInAdmin({ role });
    Object.assign(state, { headers, email: staff.email });
  });
  return {
    call: <T = Record<string, unknown>>(handler: Handler, method: string, options: CallOptions = {}) =>
      call<T>(handler, method, { ...options, headers: { ...state.headers, ...options.headers } }),
    email: () => state.email,
  };
}

/**
 * Nobody but staff with the permission comes in: anonymous, shopper, another site's page, a lesser role (`null` where every
 * role may).
 */
export async function expectStaffOnly(
  handler: Handler,
  method: string,
  options: CallOptions,
  lesserRole: StaffRoleName | null,
) {
  expectRefusal(
    await call(handler, method, { ...options, headers: sameOrigin }),
    401,
    "Log in as staff first",
  );
  const user = await aLoggedInUser();
  const byToken = await call(handler, method, { ...options, token: user.token });
  expectRefusal(byToken, 401, "This is no API token: one begins with kst_");
  const asUser = await call(handler, method, { ...options, headers: { cookie: user.cookie, ...sameOrigin } });
  expectRefusal(asUser, 401, "Log in as staff first");
  const owner = await aLoggedInAdmin();
  const foreign = { cookie: owner.cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const forged = await call(handler, method, { ...options, headers: foreign });
  expect([401, 403]).toContain(forged.status);
  if (lesserRole === null) return;
  const lesser = await aLoggedInAdmin({ role: lesserRole });
  expectRefusal(await call(handler, method, { ...options, headers: lesser.headers }), 403, /^Your role/);
}

const auditColumns = { actor: true, action: true, target: true, data: true } as const;

/** The newest row of the audit log. */
export const lastAudit = () => db().auditLog.findFirst({ orderBy: { id: "desc" }, select: auditColumns });

/** The whole audit log, oldest first. */
export const audits = () => db().auditLog.findMany({ orderBy: { id: "asc" }, select: auditColumns });
