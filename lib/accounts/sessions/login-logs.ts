import { type PageQuery, pageSlice } from "../../core/paging";
import { db } from "../../db/client";
import { toLoginLog } from "../view";

/** The log-ins of one member or of one person of the staff, newest first. */
export async function listLogins(
  where: { userId: number } | { staffId: number },
  { page, per_page }: PageQuery,
) {
  const [rows, total] = await Promise.all([
    db().loginLog.findMany({
      where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      ...pageSlice({ page, per_page }),
    }),
    db().loginLog.count({ where }),
  ]);
  return { login_logs: rows.map(toLoginLog), total, page, per_page };
}
