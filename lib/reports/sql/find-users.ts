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

/** Addresses that are looked at for those of guests: an address of a member is passed over. */
const mostAddresses = 20;

/**
 * Addresses of guests that begin with `text`. Each is one step in the index of the orders' addresses, so that a guest with
 * thousands of orders costs as much as one with a single order.
 */
export async function findGuestAddresses(text: string, limit: number): Promise<string[]> {
  const from = text.toLowerCase();
  const to = from + last;
  const { rows } = await sql<{ email: string }>`
    WITH RECURSIVE found AS (
      (SELECT email, 1 AS n FROM orders WHERE email ~>=~ ${from} AND email ~<~ ${to} ORDER BY email USING ~<~ LIMIT 1)
      UNION ALL
      SELECT further.email, found.n + 1 FROM found CROSS JOIN LATERAL (
        SELECT email FROM orders WHERE email ~>~ found.email AND email ~<~ ${to} ORDER BY email USING ~<~ LIMIT 1) AS further
      WHERE found.n < ${mostAddresses})
    SELECT email FROM found WHERE NOT EXISTS (SELECT FROM users WHERE users.email = found.email) LIMIT ${limit}`.execute(
    db().sql,
  );
  return rows.map(({ email }) => email);
}
