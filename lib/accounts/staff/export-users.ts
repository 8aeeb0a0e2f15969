import type { AdminActor, ClientInfo } from "../../acts/actor";
import { writeShopAmount } from "../../core/money";
import { db } from "../../db/client";
import { userFilter } from "./admin-queries";
import { exportList } from "./export-list";
import type { UserQuery } from "./schema";
import { toUserRow, userRowColumns } from "./view";

const columns = {
  id: "number",
  email: "text",
  nickname: "text",
  status: "text",
  member_level: "text",
  recharged: "number",
  spent: "number",
  last_login_at: "time",
  created_at: "time",
} as const;

const userReader = (query: UserQuery) => async (after: number, take: number) =>
  (
    await db().user.findMany({
      where: { AND: [userFilter(query), { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take,
      select: userRowColumns,
    })
  ).map(toUserRow);

/** The filtered list as CSV, oldest first. */
export const exportUsers = (actor: AdminActor, client: ClientInfo, query: UserQuery) =>
  exportList(actor, client, {
    action: "user.export",
    target: "users",
    columns,
    cell: (row, column) => {
      if (column === "member_level") return row[column]?.name ?? null;
      return column === "recharged" || column === "spent" ? writeShopAmount(row[column]) : row[column];
    },
    read: userReader(query),
  });
