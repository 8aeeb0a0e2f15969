import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { accessOf, permissionsIn, requirePermission } from "../../../acts/permissions";
import { recordAudit } from "../../../acts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { refusal } from "../../../core/refusals/refusal";
import { requireIpRanges } from "../../../core/shapes/ip-range";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { Prisma } from "../../../db/generated/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { isUniqueViolation } from "../../../db/unique-violation";
import { lockStaffRow } from "../../sql/accounts";
import { roleColumns } from "../roles/role-columns";
import { newStaffToken, staffTokenHash } from "./find-token";
import { longestTokenDays, type StaffTokenBody, type StaffTokenView } from "./token-schema";

/** A person's live ones: a program that makes tokens in a loop is stopped. */
const maxTokens = 50;

const columns = { staff: { select: { id: true, name: true, ...roleColumns } } } as const;
type Row = Prisma.StaffTokenGetPayload<{ include: typeof columns; omit: { tokenHash: true } }>;

const stateOf = ({ revokedAt, expiresAt }: Row): StaffTokenView["state"] =>
  revokedAt ? "revoked" : expiresAt <= now() ? "ended" : "active";

function toView(row: Row): StaffTokenView {
  const { id, name, role, ownRole } = row.staff;
  return {
    id: row.id,
    name: row.name,
    owner: { id, name },
    state: stateOf(row),
    areas: accessOf({ role, ownRole, token: row }),
    ip_allow_list: row.ipAllowList,
    day_limit: row.dayLimitCents === null ? null : toMoney(row.dayLimitCents),
    proved: row.isProved,
    created_at: toTime(row.createdAt),
    expires_at: toTime(row.expiresAt),
    last_used_at: toTimeOrNull(row.lastUsedAt),
    last_used_ip: row.lastUsedIp,
  };
}

async function listTokens(where: Prisma.StaffTokenWhereInput): Promise<{ tokens: StaffTokenView[] }> {
  const rows = await db().staffToken.findMany({
    where,
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { id: "desc" }],
    take: 200,
    include: columns,
  });
  return { tokens: rows.map(toView) };
}

export const listOwnTokens = ({ staffId }: AdminActor) => listTokens({ staffId });

/** Live ones of everybody, for who manages the staff. */
export const listTokensOfStaff = () => listTokens({ revokedAt: null, expiresAt: { gt: now() } });

/** The token that a program shows, as it stands. */
export async function readOwnToken({ token }: AdminActor): Promise<StaffTokenView> {
  const row = token && (await db().staffToken.findUnique({ where: { id: token.id }, include: columns }));
  if (!row) throw notFound("staff_token");
  return toView(row);
}

/** @throws AppError `malformed` for an end that lies behind, or too far ahead */
function requireEnd(expiresAt: Date): void {
  const field = "expires_at";
  if (expiresAt <= now()) throw new AppError("malformed", "in_the_future", { field });
  if (expiresAt > addSeconds(now(), longestTokenDays * 86_400))
    throw new AppError("malformed", refusal("end_too_far", { days: longestTokenDays }), { field });
}

/** Reads the maker's role again under the lock of their row: somebody may take it away, or disable them, at this moment. */
async function lockMaker(tx: Tx, actor: AdminActor): Promise<AdminActor> {
  await lockStaffRow(tx, actor.staffId);
  const staff = await tx.staff.findUniqueOrThrow({
    where: { id: actor.staffId },
    select: { status: true, ...roleColumns },
  });
  if (staff.status !== "active") throw new AppError("forbidden", "staff_account_disabled");
  return { ...actor, role: staff.role, ownRole: staff.ownRole };
}

/**
 * Makes a token that opens at most what its maker's role opens. The answer alone has it.
 * @throws AppError `malformed`, `forbidden`, `state_conflict`
 */
export async function createStaffToken(
  actor: AdminActor,
  body: StaffTokenBody,
  client: ClientInfo,
): Promise<StaffTokenView & { token: string }> {
  requireIpRanges(body.ip_allow_list, "ip_allow_list");
  requireEnd(body.expires_at);
  const permissions = permissionsIn(body.areas);
  if (permissions.length === 0) throw new AppError("malformed", "no_permission", { field: "areas" });
  const token = newStaffToken();
  return inTransaction(async (tx) => {
    const maker = await lockMaker(tx, actor);
    requirePermission(maker, ...permissions);
    const { staffId } = maker;
    if ((await tx.staffToken.count({ where: { staffId, revokedAt: null } })) >= maxTokens)
      throw new AppError("state_conflict", refusal("too_many_tokens", { max: maxTokens }));
    const row = await tx.staffToken
      .create({
        data: {
          staffId,
          name: body.name,
          tokenHash: staffTokenHash(token),
          permissions,
          ipAllowList: body.ip_allow_list,
          isProved: body.proved,
          dayLimitCents: body.day_limit,
          createdAt: now(),
          expiresAt: body.expires_at,
        },
        include: columns,
      })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, "staff_tokens_live_name")) throw error;
        throw new AppError("state_conflict", "token_name_taken", { field: "name" });
      });
    const view = toView(row);
    const { name, day_limit, expires_at, ip_allow_list, proved } = view;
    await recordAudit(tx, actor, client, {
      action: "token.create",
      target: `token:${row.id}`,
      data: { name, permissions, expires_at, ip_allow_list, day_limit, proved },
    });
    return { ...view, token };
  });
}

async function revoke(
  actor: AdminActor,
  where: { id: number; staffId?: number },
  client: ClientInfo,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const { count } = await tx.staffToken.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: now() },
    });
    const row = await tx.staffToken.findFirst({ where, select: { name: true } });
    if (!row) throw notFound("staff_token");
    if (count > 0)
      await recordAudit(tx, actor, client, {
        action: "token.revoke",
        target: `token:${where.id}`,
        data: { name: row.name },
      });
    return { id: where.id };
  });
}

/** Its next call is refused. Revoking once more changes nothing. @throws AppError `not_found`, also for somebody else's */
export const revokeOwnToken = (actor: AdminActor, id: number, client: ClientInfo) =>
  revoke(actor, { id, staffId: actor.staffId }, client);

/** For who manages the staff. @throws AppError `not_found` */
export const revokeTokenOfStaff = (actor: AdminActor, id: number, client: ClientInfo) =>
  revoke(actor, { id }, client);
