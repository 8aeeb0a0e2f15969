import { hasPermission, type Permission } from "../../acts/permissions";
import { db } from "../../db/client";
import { roleColumns } from "./roles/role-columns";

export interface Colleague {
  id: number;
  name: string;
}

/** Staff who work here now and may do this, by name. */
export async function listColleagues(permission: Permission): Promise<Colleague[]> {
  const rows = await db().staff.findMany({
    where: { status: "active" },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, ...roleColumns },
  });
  return rows.filter((row) => hasPermission(row, permission)).map(({ id, name }) => ({ id, name }));
}
