import { describe, expect, it } from "vitest";
import * as adminDescription from "@/app/api/v1/admin/openapi.json/route";
import { apiOperations } from "@/app/api/v1/operations";
import { type Permission, permissionAreas } from "@/lib/acts/permissions";
import { db } from "@/lib/db/client";
import { aStaffToken } from "../../support/builders/accounts";
import { aStaff } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { isTurnOf } from "../../support/harness/seed";

const all = permissionAreas.flatMap((area): Permission[] => [`${area}:read`, `${area}:write`]);
/** No token may hold it: its bearer could make itself the owner. */
const grantable = all.filter((permission) => permission !== "staff:write");

const operations = (await apiOperations())
  .filter(({ path }) => path.startsWith("admin/"))
  .map(({ name, method, path, handler }) => ({
    name,
    method,
    path,
    handler,
    needed: [handler.options.permission ?? []].flat() as Permission[],
  }));

/** The short run asks every fourth. */
const inTurn = <T>(list: readonly T[]): T[] => list.filter((_, at) => isTurnOf(at, 4));

const paramsOf = (path: string) =>
  Object.fromEntries([...path.matchAll(/\[(\w+)\]/g)].map(([, param = ""]) => [param, "1"]));
const ruleOf = async (
  { method, path, handler }: (typeof operations)[number],
  headers: Record<string, string>,
) => {
  const answer = await call(handler, method, { headers, params: paramsOf(path) });
  return [answer.status, answer.headers.get("x-error-rule")];
};

describe("every operation of the admin, asked with a token", () => {
  it("is open to no token without each of its permissions [C132]", async () => {
    const guarded = operations.filter(({ needed }) => needed.length > 0);
    expect(guarded.length).toBeGreaterThan(220);
    const owner = await aStaff();
    const without = new Map<Permission, Record<string, string>>();
    for (const permission of all) {
      const others = grantable.filter((each) => each !== permission);
      without.set(permission, (await aStaffToken(others, { staff: owner, isProved: true })).headers);
    }
    const opened: string[] = [];
    for (const operation of inTurn(guarded))
      for (const permission of operation.needed) {
        const [status, rule] = await ruleOf(operation, without.get(permission) ?? {});
        if (status !== 403 || rule !== "token_lacks") opened.push(`${operation.name}: ${status} ${rule}`);
      }
    expect(opened).toEqual([]);
  });

  it("is open to no token where it is about the caller's own account or screen [C132]", async () => {
    const personal = operations.filter(
      ({ needed, handler }) => needed.length === 0 && !handler.options.byPermissions,
    );
    expect(personal.every(({ path }) => path.startsWith("admin/session"))).toBe(true);
    const { headers } = await aStaffToken(grantable, { isProved: true });
    for (const operation of personal)
      expect([operation.name, ...(await ruleOf(operation, headers))]).toEqual([
        operation.name,
        403,
        "not_by_token",
      ]);
  });

  it("shows by the permissions of the token where it names none itself [C132]", async () => {
    const byPermissions = operations.filter(({ handler }) => handler.options.byPermissions);
    expect(byPermissions.map(({ name }) => name).sort()).toEqual([
      "countAttention",
      "countTasks",
      "findAnything",
      "getUploadProgress",
      "listAlerts",
      "listTasks",
      "markTask",
      "readOwnToken",
      "removeFileVersion",
      "reopenAlert",
      "resolveAlert",
      "uploadPiece",
    ]);
    const alert = await db().alert.create({
      data: { kind: "purchase.failed", dedupeKey: "purchase.failed:1", message: "", createdAt: new Date() },
    });
    const listed = byPermissions.find(({ name }) => name === "listAlerts");
    const resolve = byPermissions.find(({ name }) => name === "resolveAlert");
    if (!listed || !resolve) throw new Error("alerts have no operations");
    const seen = async (permissions: Permission[]) => {
      const { headers } = await aStaffToken(permissions);
      return (await call<{ alerts: unknown[] }>(listed.handler, "GET", { headers })).data.alerts.length;
    };
    expect([await seen(["stock:read"]), await seen(["interconnect:read"])]).toEqual([0, 1]);
    const params = { id: String(alert.id) };
    const act = async (permissions: Permission[]) => {
      const { headers } = await aStaffToken(permissions);
      return (await call(resolve.handler, "POST", { headers, params })).status;
    };
    expect([
      await act(["interconnect:read"]),
      await act(["interconnect:read", "interconnect:write"]),
    ]).toEqual([403, 200]);
  });

  it("is described as a whole to a token of any permission: from there a program learns what it may call [C132]", async () => {
    const { headers } = await aStaffToken(["stock:write"]);
    const answer = await call(adminDescription.GET, "GET", { headers });
    expect(answer.status).toBe(200);
    const { paths } = JSON.parse(answer.text) as {
      paths: Record<string, Record<string, { description: string }>>;
    };
    expect(paths["/api/v1/admin/stock/skus/{sku_id}/import"]?.post?.description).toContain("stock:write");
    expect(paths["/api/v1/admin/staff"]?.get?.description).toContain("staff:read");
    const unknown = { authorization: "Bearer kst_unknown" };
    expect((await call(adminDescription.GET, "GET", { headers: unknown })).status).toBe(401);
  });

  it("is open to no token beyond the role of its owner at that moment [C132]", async () => {
    const owner = await aStaff();
    const { headers } = await aStaffToken(grantable, { staff: owner, isProved: true });
    await db().staff.update({ where: { id: owner.id }, data: { role: "viewer" } });
    const writes = operations.filter(({ needed }) => needed.some((each) => each.endsWith(":write")));
    for (const operation of inTurn(writes))
      expect([operation.name, ...(await ruleOf(operation, headers))]).toEqual([operation.name, 403, "role"]);
  });
});
