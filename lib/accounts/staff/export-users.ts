import { csvTable } from "../../core/csv";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import type { AdminActor, ClientInfo } from "../actor";
import { recordAudit } from "../record-audit";
import { userFilter } from "./admin-queries";
import type { UserQuery } from "./schema";
import { toUserRow, userRowColumns } from "./view";

const columns = [
  "id",
  "email",
  "nickname",
  "status",
  "member_level",
  "recharged",
  "spent",
  "last_login_at",
  "created_at",
] as const;

/** The filtered list as CSV, oldest first. */
export async function exportUsers(
  actor: AdminActor,
  client: ClientInfo,
  query: UserQuery,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "user.export", target: "users", data: {} }),
  );
  return csvTable<ReturnType<typeof toUserRow>>({
    columns,
    cells: (row) =>
      columns.map((column) => (column === "member_level" ? (row[column]?.name ?? null) : row[column])),
    read: async (after, take) =>
      (
        await db().user.findMany({
          where: { AND: [userFilter(query), { id: { gt: after } }] },
          orderBy: { id: "asc" },
          take,
          select: userRowColumns,
        })
      ).map(toUserRow),
  });
}
