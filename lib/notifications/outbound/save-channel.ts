import { languages } from "../../../messages/languages";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { newUuid } from "../../core/ids";
import { toLocale } from "../../core/locale";
import { noteOrNull } from "../../core/refusals/noted";
import { refusal } from "../../core/refusals/refusal";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { toldOrNull } from "../../core/refusals/told";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { mergeSettings, openSettings, writeSettings } from "./channel-settings";
import { findProvider } from "./find-provider";
import { moveDelivery } from "./move-delivery";
import { getDelivery, getNotificationChannel } from "./queries";
import {
  type CreateNotificationChannel,
  operatorEvents,
  shopEventTypes,
  type UpdateNotificationChannel,
} from "./schema";
import { noteOutcome, sendMessage } from "./send-delivery";
import { lockNotificationChannel } from "./sql";

const maxChannels = 20;

function requireProvider(code: string) {
  const provider = findProvider(code);
  if (!provider) throw new AppError("malformed", "unknown", { field: "provider" });
  return provider;
}

/** A program is told of types, a person of kinds. @throws AppError `malformed` naming the first of the others */
function requireKinds(provider: string, events: CreateNotificationChannel["events"]): void {
  const fitting: readonly string[] = provider === "events" ? shopEventTypes : operatorEvents;
  const foreign = Object.keys(events).find((kind) => !fitting.includes(kind));
  if (foreign !== undefined) throw new AppError("malformed", "unknown", { field: `events.${foreign}` });
}

function requireBoth(from: number | null, to: number | null): void {
  if ((from === null) !== (to === null))
    throw new AppError("malformed", "period_half_given", {
      field: from === null ? "quiet_from" : "quiet_to",
    });
}

/** @throws AppError `malformed`, `state_conflict` */
export async function createNotificationChannel(
  actor: AdminActor,
  input: CreateNotificationChannel,
  client: ClientInfo,
) {
  const provider = requireProvider(input.provider);
  const settings = mergeSettings(provider, input.settings);
  requireKinds(provider.code, input.events);
  const [quietFrom, quietTo] = [input.quiet_from ?? null, input.quiet_to ?? null];
  requireBoth(quietFrom, quietTo);
  return inTransaction(async (tx) => {
    if ((await tx.notificationChannel.count()) >= maxChannels)
      throw new AppError("state_conflict", refusal("too_many_channels", { max: maxChannels }));
    const { id } = await tx.notificationChannel.create({
      data: {
        name: input.name,
        provider: provider.code,
        locale: input.locale,
        isEnabled: input.is_enabled,
        settingsSealed: new Uint8Array(0),
        events: input.events,
        quietFrom,
        quietTo,
        createdAt: now(),
        updatedAt: now(),
      },
      select: { id: true },
    });
    await writeSettings(tx, id, settings);
    const target = `notification_channel:${id}`;
    await recordAudit(tx, actor, client, {
      action: "notification_channel.create",
      target,
      data: { name: input.name, provider: provider.code },
    });
    return getNotificationChannel(id, tx);
  });
}

async function lockChannel(tx: Tx, id: number) {
  await lockNotificationChannel(tx, id);
  const row = await tx.notificationChannel.findUnique({ where: { id }, omit: { settingsSealed: false } });
  if (!row) throw notFound("notification_channel");
  return row;
}

/** @throws AppError `not_found`, `malformed` */
export async function updateNotificationChannel(
  actor: AdminActor,
  id: number,
  input: UpdateNotificationChannel,
  client: ClientInfo,
) {
  return inTransaction(async (tx) => {
    const row = await lockChannel(tx, id);
    if (input.seen) requireUnchanged(await getNotificationChannel(id, tx), input.seen);
    const quietFrom = input.quiet_from === undefined ? row.quietFrom : input.quiet_from;
    const quietTo = input.quiet_to === undefined ? row.quietTo : input.quiet_to;
    requireBoth(quietFrom, quietTo);
    requireKinds(row.provider, input.events ?? {});
    await tx.notificationChannel.update({
      where: { id },
      data: {
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.locale === undefined ? {} : { locale: input.locale }),
        ...(input.is_enabled === undefined ? {} : { isEnabled: input.is_enabled }),
        ...(input.events === undefined ? {} : { events: input.events }),
        quietFrom,
        quietTo,
        // This change may fix the problem; the next message says.
        failingSince: null,
        lastError: null,
        ...(input.settings === undefined ? {} : { lastGoodAt: null }),
        updatedAt: now(),
      },
      select: { id: true },
    });
    if (input.settings !== undefined) {
      const settings = mergeSettings(requireProvider(row.provider), input.settings, openSettings(row));
      await writeSettings(tx, id, settings);
    }
    const target = `notification_channel:${id}`;
    await recordAudit(tx, actor, client, {
      action: "notification_channel.update",
      target,
      data: { changed: Object.keys(input).filter((name) => name !== "seen") },
    });
    return getNotificationChannel(id, tx);
  });
}

/** With its log: nothing is sent to a channel that is gone. */
export async function deleteNotificationChannel(
  actor: AdminActor,
  id: number,
  client: ClientInfo,
): Promise<{ deleted: true }> {
  await inTransaction(async (tx) => {
    const row = await lockChannel(tx, id);
    await tx.notificationChannel.delete({ where: { id }, select: { id: true } });
    const target = `notification_channel:${id}`;
    await recordAudit(tx, actor, client, {
      action: "notification_channel.delete",
      target,
      data: { name: row.name },
    });
  });
  return { deleted: true };
}

/** Sends one message at once and says what came of it. @throws AppError `not_found` */
export async function testNotificationChannel(id: number) {
  const channel = await db().notificationChannel.findUnique({
    where: { id },
    omit: { settingsSealed: false },
  });
  if (!channel) throw notFound("notification_channel");
  const { title, text } = languages[toLocale(channel.locale)].operatorEvents.test;
  const url = `${getConfig().server.baseUrl}/admin/notifications`;
  const message = {
    kind: "test",
    title,
    rows: [["", text]] as const,
    url,
    count: 1,
    at: now().toISOString(),
  };
  const outcome = await sendMessage(channel, message, `test_${newUuid()}`);
  await noteOutcome(id, outcome);
  const { problem, latencyMs } = outcome;
  return { sent: problem === null, ...toldOrNull("problem", noteOrNull(problem)), latency_ms: latencyMs };
}

/** Any message again, one that was sent as well. @throws AppError `not_found` */
export async function resendDelivery(actor: AdminActor, id: number, client: ClientInfo) {
  await inTransaction(async (tx) => {
    if (!(await moveDelivery(tx, id, { to: "again" }))) throw notFound("message");
    await enqueue(tx, "operator.send", { deliveryId: id }, { jobKey: `operator.send:${id}` });
    await recordAudit(tx, actor, client, {
      action: "notification.resend",
      target: `notification_delivery:${id}`,
    });
  });
  return getDelivery(id);
}
