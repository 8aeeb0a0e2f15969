import { sql } from "kysely";
import { db } from "../../db/client";

/** No address has this character, which stands behind every other. */
const last = "\u{10FFFF}";

/**
 * People whose address begins with `text`, in the order of the addresses' index: the rows that are shown are all that is read.
 * Sorted otherwise, the database may walk through everybody to find the few it looks for.
 */
export async function findUsersByAddress(text: string, limit: number) {
  const from = text.toLowerCase();
  const { rows } = await sql<{ id: number; email: string }>`
    SELECT id, email FROM users WHERE email ~>=~ ${from} AND email ~<~ ${from + last}
    ORDER BY email USING ~<~ LIMIT ${limit}`.execute(db().sql);
  return rows;
}
