import { type SqlBool, sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";

export const lockNotificationChannel = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("notification_channels").select("id").where("id", "=", id).forUpdate().execute();

/** Queues the event for every enabled channel that wants its kind. @returns the channels it was queued for */
export const insertIntoQueues = (
  tx: SqlReader,
  { eventId, kind, unlessTold }: { eventId: number; kind: string; unlessTold: readonly string[] },
) =>
  tx.sql
    .with("queued", (query) =>
      query
        .insertInto("notification_queue")
        .columns(["channel_id", "event_id", "kind", "created_at"])
        .expression((rows) =>
          rows
            .selectFrom("notification_channels as channel")
            .select([
              "channel.id as channel_id",
              typed(eventId, "int4").as("event_id"),
              typed(kind, "text").as("kind"),
              typed(now(), "timestamptz").as("created_at"),
            ])
            .where("channel.is_enabled", "=", true)
            .where((channel) => sql<SqlBool>`jsonb_exists(${channel.ref("channel.events")}, ${kind})`)
            .where(
              (channel) =>
                sql<SqlBool>`NOT jsonb_exists_any(${channel.ref("channel.events")}, ${[...unlessTold]}::text[])`,
            )
            .orderBy("channel.id"),
        )
        .onConflict((row) => row.doNothing())
        .returning("channel_id"),
    )
    .selectFrom("queued")
    .innerJoin("notification_channels as channel", "channel.id", "queued.channel_id")
    .select(["channel.id", "channel.quiet_from as quietFrom", "channel.quiet_to as quietTo"])
    .select((channel) => [
      sql<string>`${channel.ref("channel.events")} ->> ${kind}::text`.as("mode"),
      channel
        .selectFrom("notification_deliveries as delivery")
        .select((delivery) => delivery.fn.max("delivery.created_at").as("at"))
        .whereRef("delivery.channel_id", "=", "channel.id")
        .where("delivery.kind", "=", kind)
        .as("lastAt"),
    ])
    .orderBy("channel.id")
    .execute();

/** Channel and kind of what has been in a queue since before that time. */
export const findQueuedBefore = (tx: SqlReader, time: Date) =>
  tx.sql
    .selectFrom("notification_queue")
    .select(["channel_id as channelId", "kind"])
    .groupBy(["channel_id", "kind"])
    .having((queued) => queued.fn.min("created_at"), "<", time)
    .execute();

/** Takes the events of one kind out of a channel's queue, the oldest first. */
export const takeQueuedEvents = (tx: SqlReader, channelId: number, kind: string) =>
  tx.sql
    .with("taken", (query) =>
      query
        .deleteFrom("notification_queue")
        .where("channel_id", "=", channelId)
        .where("kind", "=", kind)
        .returning("event_id"),
    )
    .selectFrom("taken")
    .innerJoin("operator_events as event", "event.id", "taken.event_id")
    .select([
      "event.id",
      "event.kind",
      "event.alert_kind as alertKind",
      "event.data",
      "event.reference",
      "event.created_at as createdAt",
    ])
    .orderBy("event.id")
    .execute();
