import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/**
 * How many mails that tell many buyers of one change wait for their turn: of all living texts, and of all new versions of files,
 * of which only the time of the last mail is known.
 */
export async function countWaitingMails(reader: SqlReader, at: Date, perMinute: number): Promise<number> {
  const { count } = await reader.sql
    .selectNoFrom((row) => [
      sql<number>`(${row
        .selectFrom("living_accesses")
        .select((mails) => mails.fn.countAll().as("count"))
        .where("mail_at", ">", at)}
        + ${row
          .selectFrom("file_versions")
          .select((version) =>
            sql`ceil(extract(epoch FROM coalesce(max(${version.ref("mails_until")}), ${at}) - ${at}) / 60 * ${perMinute}::int)`.as(
              "count",
            ),
          )
          .where("mails_until", ">", at)})::int`.as("count"),
    ])
    .executeTakeFirstOrThrow();
  return count;
}
