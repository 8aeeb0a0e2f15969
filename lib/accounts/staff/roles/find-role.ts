import type { AdminActor } from "../../../acts/actor";
import { db } from "../../../db/client";
import { staffRoles } from "../schema";
import { roleColumns } from "./role-columns";

const ownRoleId = /^[1-9]\d{0,8}$/;

/** A role by its word or, for one that the shop made itself, by its id; null where there is none. */
export async function findRole(name: string): Promise<Pick<AdminActor, "role" | "ownRole"> | null> {
  const fixed = staffRoles.find((role) => role === name);
  if (fixed) return { role: fixed, ownRole: null };
  if (!ownRoleId.test(name)) return null;
  const ownRole = await db().ownRole.findUnique({
    where: { id: Number(name) },
    ...roleColumns.ownRole,
  });
  return ownRole && { role: "viewer", ownRole };
}
