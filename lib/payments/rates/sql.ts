import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** Channels whose source is to be asked. */
export const findDueSources = (reader: SqlReader, at: Date) =>
  reader.sql
    .selectFrom("channel_rate_sources as source")
    .innerJoin("payment_channels as channel", "channel.id", "source.channel_id")
    .select("source.channel_id as channelId")
    .where("channel.is_active", "=", sql.lit(true))
    .where((row) =>
      row.or([
        row("source.tried_at", "is", null),
        row(
          sql<Date>`${row.ref("source.tried_at")} + ${row.ref("source.every_minutes")} * interval '1 minute'`,
          "<=",
          at,
        ),
      ]),
    )
    .execute();

/** `updated_at` is the settings' and stays. */
export const writeRate = (tx: SqlReader, channelId: number, rate: string) =>
  tx.sql.updateTable("payment_channels").set({ rate }).where("id", "=", channelId).execute();
