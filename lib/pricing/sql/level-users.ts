import { sql } from "kysely";
import { deepestRow } from "../../core/paging";
import { db } from "../../db/client";

/** How many users have each level, as far as lists count. */
export async function countUsersOfLevels(): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; users: number }>`
    SELECT level.id, least(${deepestRow}::int, (SELECT count(*) FROM (
      SELECT FROM users WHERE member_level_id = level.id LIMIT ${deepestRow + 1}::int) AS few))::int AS users
    FROM member_levels AS level`.execute(db().sql);
  return new Map(rows.map(({ id, users }) => [id, users]));
}
