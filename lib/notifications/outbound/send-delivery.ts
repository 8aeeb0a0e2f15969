import { addSeconds, now } from "../../core/clock";
import { isLocale } from "../../core/locale";
import { note, noteOrNull } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction, type Reader } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { callOut, type OutgoingAnswer, OutgoingError, retryAfterSeconds } from "../../outgoing/outgoing-call";
import { inSettingsLanguage } from "../../settings/in-language";
import { getSettings } from "../../settings/queries";
import { raiseAlert } from "../alerts/raise-alert";
import { queueMail } from "../mails/queue-mail";
import { openSettings } from "./channel-settings";
import { findProvider, isHttpProvider } from "./find-provider";
import { type OperatorMessage, readMessage } from "./message";
import { moveDelivery } from "./move-delivery";
import type { HttpProvider } from "./provider";

const waits = [5, 30, 120, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600];
const leaseSeconds = 60;
const totalMs = 15_000;
const maxBytes = 20_000;

interface Channel {
  id: number;
  name: string;
  provider: string;
  locale: string;
  settingsSealed: Uint8Array;
}

export interface SendOutcome {
  problem: Problem | null;
  httpStatus: number | null;
  latencyMs: number;
  /** How long the receiver asked us to wait, in its headers or its body. */
  retryAfter?: number | null;
}

/** A receiver may not keep the operator from messages for longer. */
const longestWait = 24 * 3600;

function askedWait(provider: HttpProvider, answer: OutgoingAnswer): number | null {
  const said = [retryAfterSeconds(answer), provider.retryAfter?.(answer)];
  const seconds = said.filter((one): one is number => typeof one === "number" && one > 0);
  return seconds.length === 0 ? null : Math.min(Math.ceil(Math.max(...seconds)), longestWait);
}

/** One attempt; `id` stays the same over all attempts of a message, so that a receiver can tell a repeat. */
export async function sendMessage(
  channel: Channel,
  message: OperatorMessage,
  id: string,
): Promise<SendOutcome> {
  const provider = findProvider(channel.provider);
  const started = performance.now();
  const latency = () => Math.round(performance.now() - started);
  if (!provider) return { problem: problem("channel_kind_not_known"), httpStatus: null, latencyMs: 0 };
  const settings = openSettings(channel);
  if (!isHttpProvider(provider)) {
    const { title, rows, url } = message;
    await inTransaction((tx) =>
      queueMail(tx, {
        kind: "operator",
        to: settings.to ?? "",
        locale: channel.locale,
        data: { title, rows, url },
        dedupeKey: `operator:${id}`,
      }),
    );
    return { problem: null, httpStatus: null, latencyMs: latency() };
  }
  const lang = isLocale(channel.locale) ? channel.locale : undefined;
  const shop = inSettingsLanguage(await getSettings(), lang).siteName;
  const { body, ...call } = provider.write(settings, message, { id, at: now(), shop });
  try {
    const answer = await callOut({
      ...call,
      method: "POST",
      body: Buffer.from(body),
      totalMs,
      maxBytes,
      overflow: "cut",
    });
    return {
      problem: provider.problem(answer),
      httpStatus: answer.status,
      latencyMs: answer.latencyMs,
      retryAfter: askedWait(provider, answer),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { problem: error.problem, httpStatus: null, latencyMs: latency() };
  }
}

async function claim(deliveryId: number) {
  const { count } = await db().notificationDelivery.updateMany({
    where: { id: deliveryId, status: "pending", nextAttemptAt: { lte: now() } },
    data: { attemptCount: { increment: 1 }, nextAttemptAt: addSeconds(now(), leaseSeconds) },
  });
  if (count === 0) return null;
  return db().notificationDelivery.findUnique({
    where: { id: deliveryId },
    include: { channel: { omit: { settingsSealed: false } } },
  });
}

const noteRefused = async (writer: Reader, id: number, reason: Problem) => {
  await writer.notificationChannel.updateMany({
    where: { id, failingSince: null },
    data: { failingSince: now() },
  });
  await writer.notificationChannel.updateMany({ where: { id }, data: { lastError: note(reason) } });
};

const noteTaken = (writer: Reader, id: number) =>
  writer.notificationChannel.updateMany({
    where: { id },
    data: { failingSince: null, lastError: null, lastGoodAt: now() },
  });

/** Notes at the channel the result of a message that nobody keeps, as a test. */
export async function noteOutcome(channelId: number, { problem: reason }: SendOutcome): Promise<void> {
  if (reason === null) await noteTaken(db(), channelId);
  else await noteRefused(db(), channelId, reason);
}

async function noteProblem(
  delivery: { id: number; attemptCount: number; channel: Channel },
  { problem: reason, httpStatus, retryAfter = null }: SendOutcome & { problem: Problem },
): Promise<void> {
  const { id, channel, attemptCount } = delivery;
  // 410: the receiver is gone for good.
  const planned = httpStatus === 410 ? undefined : waits[attemptCount - 1];
  const wait = planned === undefined ? undefined : Math.max(planned, retryAfter ?? 0);
  await inTransaction(async (tx) => {
    const nextAttemptAt = wait === undefined ? null : addSeconds(now(), wait);
    await noteRefused(tx, channel.id, reason);
    const hasMoved = await moveDelivery(
      tx,
      id,
      nextAttemptAt ? { to: "pending", problem: reason, nextAttemptAt } : { to: "failed", problem: reason },
    );
    if (!hasMoved) return;
    if (nextAttemptAt) {
      const options = { runAt: nextAttemptAt, jobKey: `operator.send:${id}` };
      await enqueue(tx, "operator.send", { deliveryId: id }, options);
    }
    if (attemptCount === 3 || !nextAttemptAt)
      await raiseAlert(tx, {
        kind: "notification.failed",
        data: { channel: channel.name, reason },
        reference: `notification_channel:${channel.id}`,
      });
  });
}

/** One attempt to send a message that was kept, and what follows from it. Does nothing when it is sent or not due. */
export async function sendDelivery(deliveryId: number): Promise<void> {
  const delivery = await claim(deliveryId);
  if (!delivery) return;
  const message = readMessage(delivery.message);
  const outcome = await sendMessage(delivery.channel, message, `msg_${delivery.id}`);
  const { problem: reason, httpStatus, latencyMs } = outcome;
  await db().notificationAttempt.create({
    data: { deliveryId, httpStatus, latencyMs, error: noteOrNull(reason), createdAt: now() },
  });
  if (reason !== null) return noteProblem(delivery, { ...outcome, problem: reason });
  await inTransaction(async (tx) => {
    await moveDelivery(tx, deliveryId, { to: "sent" });
    await noteTaken(tx, delivery.channelId);
  });
}

/** For messages whose process ended before it sent them. */
export async function sweepDeliveries(): Promise<void> {
  const due = await db().notificationDelivery.findMany({
    where: { status: "pending", nextAttemptAt: { lte: addSeconds(now(), -leaseSeconds) } },
    orderBy: { id: "asc" },
    take: 200,
    select: { id: true },
  });
  if (due.length === 0) return;
  await inTransaction(async (tx) => {
    for (const { id } of due)
      await enqueue(tx, "operator.send", { deliveryId: id }, { jobKey: `operator.send:${id}` });
  });
}
