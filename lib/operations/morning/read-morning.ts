import type { AdminActor } from "../../acts/actor";
import { hasPermission, type Permission } from "../../acts/permissions";
import { addSeconds, now } from "../../core/clock";
import type { Locale } from "../../core/locale";
import { toldOf } from "../../core/refusals/told";
import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { readHappened } from "../../reports/admin-queries";
import { taskQuery } from "../../reports/schema";
import { listTasks } from "../../reports/tasks";
import { readNeeds } from "../needs";
import type { Morning, NeedKind } from "./schema";

/** Permission to read of a need. */
const needPermissions: Record<NeedKind, Permission> = {
  database: "settings:read",
  worker: "settings:read",
  disk: "settings:read",
  clock: "settings:read",
  channel: "payments:read",
  stock: "stock:read",
  supplier: "interconnect:read",
  mail: "customers:read",
  messenger: "settings:read",
  backup: "settings:read",
};

const daySeconds = 86_400;

/** Reads what happened since the caller's last look, what waits for a person, and whether everything that a sale needs works. */
export async function readMorning(actor: AdminActor, locale: Locale): Promise<Morning> {
  const staff = await db().staff.findUnique({
    where: { id: actor.staffId },
    select: { lookedAt: true },
  });
  const since = staff?.lookedAt ?? addSeconds(now(), -daySeconds);
  const [happened, { tasks, total }] = await Promise.all([
    readHappened(since, now()),
    listTasks(actor, taskQuery.parse({ per_page: "1" }), locale),
  ]);
  const needs = await readNeeds();
  return {
    since: toTime(since),
    ...happened,
    waiting: total,
    first_task: tasks[0]?.text ?? null,
    needs: needs
      .filter(({ kind }) => hasPermission(actor, needPermissions[kind]))
      .map((need) => ({
        kind: need.kind,
        id: need.id,
        name: need.name,
        state: need.state,
        good_at: toTimeOrNull(need.goodAt),
        ...(need.problem ? toldOf("problem", need.problem) : { problem: null, problem_rule: null }),
      })),
  };
}

/** From now on only what happens later is news to the caller. */
export async function noteLook({ staffId }: AdminActor): Promise<{ since: string }> {
  const at = now();
  await db().staff.update({ where: { id: staffId }, data: { lookedAt: at }, select: { id: true } });
  return { since: toTime(at) };
}
