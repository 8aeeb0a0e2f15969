import { notFound } from "../../core/errors";
import { countLimit, deepPage, deepSlice } from "../../core/paging";
import { toldOrNull } from "../../core/refusals/told";
import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { Reader } from "../../db/transaction";
import { openSettings, showSettings } from "./channel-settings";
import { pressingEvents } from "./event-kinds";
import { channelProviders, findProvider } from "./find-provider";
import { readMessage } from "./message";
import { type DeliveryQuery, type NotificationChannelOut, operatorEvents, shopEventTypes } from "./schema";

type ChannelRow = Awaited<ReturnType<typeof readChannels>>[number];
const readChannels = (reader: Reader, id?: number) =>
  reader.notificationChannel.findMany({
    ...(id === undefined ? {} : { where: { id } }),
    orderBy: { id: "asc" },
    omit: { settingsSealed: false },
  });

function toChannel(row: ChannelRow): NotificationChannelOut {
  const provider = findProvider(row.provider);
  if (!provider) throw new Error(`Notification channel ${row.id} has the unknown provider ${row.provider}`);
  return {
    id: row.id,
    name: row.name,
    provider: provider.code,
    locale: row.locale,
    is_enabled: row.isEnabled,
    ...showSettings(provider, openSettings(row)),
    events: row.events as NotificationChannelOut["events"],
    quiet_from: row.quietFrom,
    quiet_to: row.quietTo,
    failing_since: toTimeOrNull(row.failingSince),
    ...toldOrNull("last_error", row.lastError),
    last_sent_at: toTimeOrNull(row.lastGoodAt),
    created_at: toTime(row.createdAt),
  };
}

export async function getNotificationChannel(
  id: number,
  reader: Reader = db(),
): Promise<NotificationChannelOut> {
  const [row] = await readChannels(reader, id);
  if (!row) throw notFound("notification_channel");
  return toChannel(row);
}

export async function listNotificationChannels() {
  const rows = await readChannels(db());
  return {
    channels: rows.map(toChannel),
    providers: channelProviders.map(({ code, fields }) => ({
      code,
      fields: [...fields],
    })),
    event_kinds: [...operatorEvents],
    event_types: [...shopEventTypes],
    pressing_kinds: [...pressingEvents],
  };
}

const deliveryInclude = { channel: { select: { id: true, name: true, provider: true } } };
type StoredDelivery = NonNullable<Awaited<ReturnType<typeof readDelivery>>>;
const readDelivery = (id: number) =>
  db().notificationDelivery.findUnique({ where: { id }, include: deliveryInclude });

const toDelivery = (row: StoredDelivery) => ({
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  title: readMessage(row.message).title,
  event_count: row.eventCount,
  status: row.status,
  attempts: row.attemptCount,
  ...toldOrNull("last_error", row.lastError),
  next_attempt_at: toTimeOrNull(row.nextAttemptAt),
  created_at: toTime(row.createdAt),
  sent_at: toTimeOrNull(row.sentAt),
});

export async function listDeliveries({ channel_id, status, ...page }: DeliveryQuery) {
  const where = { ...(channel_id ? { channelId: channel_id } : {}), ...(status ? { status } : {}) };
  const [rows, counted] = await Promise.all([
    db().notificationDelivery.findMany({
      where,
      orderBy: { id: "desc" },
      ...deepSlice(page),
      include: deliveryInclude,
    }),
    db().notificationDelivery.count({ where, ...countLimit }),
  ]);
  return { deliveries: rows.map(toDelivery), ...deepPage(page, counted) };
}

export async function getDelivery(id: number) {
  const row = await readDelivery(id);
  if (!row) throw notFound("message");
  const attempts = await db().notificationAttempt.findMany({
    where: { deliveryId: id },
    orderBy: { id: "desc" },
    take: 50,
  });
  const { rows, url, event } = readMessage(row.message);
  return {
    ...toDelivery(row),
    rows: rows.map(([label, value]): [string, string] => [label, value]),
    url,
    event: event ? { ...event } : null,
    log: attempts.map((attempt) => ({
      created_at: toTime(attempt.createdAt),
      http_status: attempt.httpStatus,
      latency_ms: attempt.latencyMs,
      ...toldOrNull("error", attempt.error),
    })),
  };
}
