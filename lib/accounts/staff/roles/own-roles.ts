import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { accessOf, permissionsIn } from "../../../acts/permissions";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { requireUnchanged } from "../../../core/refusals/require-unchanged";
import { toMoney, toTime } from "../../../core/wire";
import { db } from "../../../db/client";
import type { OwnRole } from "../../../db/generated/client";
import { inTransaction } from "../../../db/transaction";
import { isUniqueViolation } from "../../../db/unique-violation";
import { lockOwnRoleForUpdate } from "../../sql/roles-and-limits";
import { staffRoles } from "../schema";
import { moneyLimitsOf } from "./money-limit";
import type { ChangedRoleBody, OwnRoleBody, OwnRoleView, RoleList } from "./role-schema";

function limitsOut(holder: Parameters<typeof moneyLimitsOf>[0]) {
  const { actCents, dayCents } = moneyLimitsOf(holder);
  const toLimit = (cents: bigint | null) => (cents === null ? null : toMoney(cents));
  return { act_limit: toLimit(actCents), day_limit: toLimit(dayCents) };
}

const toView = (row: OwnRole, members: number): OwnRoleView => ({
  id: row.id,
  name: row.name,
  areas: accessOf({ role: "viewer", ownRole: row }),
  ...limitsOut({ role: "viewer", ownRole: row }),
  members,
  updated_at: toTime(row.updatedAt),
});

/** Every role that a member of staff may get, and how many have it. */
export async function listRoles(): Promise<RoleList> {
  const [own, members] = await Promise.all([
    db().ownRole.findMany({ orderBy: { name: "asc" } }),
    db().staff.groupBy({ by: ["role", "ownRoleId"], _count: { id: true } }),
  ]);
  const count = (role: string, ownRoleId: number | null) =>
    members.find((row) => row.role === role && row.ownRoleId === ownRoleId)?._count.id ?? 0;
  return {
    fixed: staffRoles.map((role) => ({
      role,
      areas: accessOf({ role }),
      ...limitsOut({ role }),
      members: count(role, null),
    })),
    own: own.map((row) => toView(row, count("viewer", row.id))),
  };
}

const columnsOf = ({ name, areas, act_limit, day_limit }: OwnRoleBody) => ({
  name,
  permissions: permissionsIn(areas),
  actLimitCents: act_limit,
  dayLimitCents: day_limit,
  updatedAt: now(),
});

/** For the audit log. */
const facts = ({ name, permissions, actLimitCents, dayLimitCents }: OwnRole) => ({
  name,
  permissions,
  act_limit: actLimitCents === null ? null : toMoney(actLimitCents),
  day_limit: dayLimitCents === null ? null : toMoney(dayLimitCents),
});

function refuseTakenName(error: unknown): never {
  if (!isUniqueViolation(error, "own_roles_name_key")) throw error;
  throw new AppError("state_conflict", "role_name_taken", { field: "name" });
}

/** @throws AppError `state_conflict` */
export async function createOwnRole(
  actor: AdminActor,
  body: OwnRoleBody,
  client: ClientInfo,
): Promise<OwnRoleView> {
  return inTransaction(async (tx) => {
    const row = await tx.ownRole
      .create({ data: { ...columnsOf(body), createdAt: now() } })
      .catch(refuseTakenName);
    await recordAudit(tx, actor, client, {
      action: "role.create",
      target: `role:${row.id}`,
      data: facts(row),
    });
    return toView(row, 0);
  });
}

/**
 * Gives every bearer of the role its new permissions from the next call on.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function updateOwnRole(
  actor: AdminActor,
  id: number,
  { seen, ...body }: ChangedRoleBody,
  client: ClientInfo,
): Promise<OwnRoleView> {
  return inTransaction(async (tx) => {
    if (!(await lockOwnRoleForUpdate(tx, id))) throw notFound("role");
    const before = await tx.ownRole.findUniqueOrThrow({ where: { id } });
    requireUnchanged(toView(before, 0), seen);
    const row = await tx.ownRole.update({ where: { id }, data: columnsOf(body) }).catch(refuseTakenName);
    await recordAudit(tx, actor, client, {
      action: "role.update",
      target: `role:${id}`,
      data: {
        before: facts(before),
        after: facts(row),
      },
    });
    return toView(row, await tx.staff.count({ where: { ownRoleId: id } }));
  });
}

/** @throws AppError `not_found`, `state_conflict` while somebody has it */
export async function deleteOwnRole(
  actor: AdminActor,
  id: number,
  client: ClientInfo,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const row = await lockOwnRoleForUpdate(tx, id);
    if (!row) throw notFound("role");
    if ((await tx.staff.count({ where: { ownRoleId: id } })) > 0) {
      throw new AppError("state_conflict", "role_in_use");
    }
    await tx.ownRole.delete({ where: { id } });
    await recordAudit(tx, actor, client, {
      action: "role.delete",
      target: `role:${id}`,
      data: { name: row.name },
    });
    return { id };
  });
}
