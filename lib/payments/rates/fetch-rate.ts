import { getConfig } from "../../config/config";
import { addSeconds, now } from "../../core/clock";
import { toRateE8 } from "../../core/rate";
import { db } from "../../db/client";
import type { ChannelRateSource } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { endAlert, raiseAlert } from "../../notifications/alerts/raise-alert";
import { callOut, OutgoingError } from "../../outgoing/outgoing-call";
import { lockPaymentChannel } from "../sql";
import { jumps, type ReadRate, rateText, readRate } from "./read-rate";
import { findDueSources, writeRate } from "./sql";

const totalMs = 8_000;
const maxAnswerBytes = 512 * 1024;

/** A job for each source whose turn it is: one that is slow holds no other up. */
export async function enqueueRates(): Promise<void> {
  const due = await findDueSources(db(), now());
  if (due.length === 0) return;
  await inTransaction(async (tx) => {
    for (const { channelId } of due)
      await enqueue(tx, "channel.fetch_rate", { channelId }, { jobKey: `rate:${channelId}`, maxAttempts: 1 });
  });
}

async function ask(source: ChannelRateSource): Promise<ReadRate> {
  try {
    const { status, text } = await callOut({
      url: source.url,
      method: "GET",
      headers: { "user-agent": "Keyshelf", accept: "application/json" },
      totalMs,
      maxBytes: maxAnswerBytes,
      overflow: "fail",
      anyPort: true,
      // A changed answer on the way would set the price.
      needsTls: true,
      allowsPrivate: getConfig().payments.allowPrivateNetworks,
    });
    return status >= 200 && status <= 299 ? readRate(text, source) : { failure: "http_status" };
  } catch (error) {
    if (error instanceof OutgoingError) return { failure: error.failure };
    throw error;
  }
}

const alertReference = (channelId: number) => `payment_channel:${channelId}`;
const alertKey = (kind: string, channelId: number) => `${kind}:${alertReference(channelId)}`;

const endJumpAlert = (tx: Tx, channelId: number) =>
  endAlert(tx, alertKey("payment_channel.rate_jumped", channelId));
const endAgeAlert = (tx: Tx, channelId: number) =>
  endAlert(tx, alertKey("payment_channel.rate_old", channelId));

/** A rate that counts from now on, agreed to or entered by a person: a day begins with it. */
export const settleRate = (tx: Tx, channelId: number): Promise<void> =>
  markGood(tx, channelId, { dayRate: null, dayRateAt: null });

type DayRate = Pick<ChannelRateSource, "dayRate" | "dayRateAt">;

async function markGood(tx: Tx, channelId: number, day: DayRate): Promise<void> {
  await tx.channelRateSource.updateMany({
    where: { channelId },
    data: { goodAt: now(), proposedRate: null, ...day },
  });
  await endJumpAlert(tx, channelId);
  await endAgeAlert(tx, channelId);
}

/** Nothing reads a source that is gone, so nothing of it can be too old. */
export async function endRateAlerts(tx: Tx, channelId: number): Promise<void> {
  await endJumpAlert(tx, channelId);
  await endAgeAlert(tx, channelId);
}

async function reportAge(tx: Tx, source: ChannelRateSource, channel: string): Promise<void> {
  const since = source.goodAt ?? source.since;
  if (addSeconds(since, source.maxAgeMinutes * 60) > now()) return;
  await raiseAlert(tx, {
    kind: "payment_channel.rate_old",
    data: { channel, since: since.toISOString().slice(0, 16).replace("T", " ") },
    reference: alertReference(source.channelId),
  });
}

const daySeconds = 86_400;

/** The rate that was in use when the day that runs began; a new day begins with the one that is in use now. */
const dayOf = ({ dayRate, dayRateAt }: DayRate, rate: DayRate["dayRate"]): DayRate =>
  dayRate && dayRateAt && addSeconds(dayRateAt, daySeconds) > now()
    ? { dayRate, dayRateAt }
    : { dayRate: rate, dayRateAt: now() };

/**
 * The last good rate stays in use whatever comes back; a first one has nothing to be compared with. Small steps that follow each
 * other are a jump as well when they lead as far from where the day began.
 */
async function keep(tx: Tx, source: ChannelRateSource, read: ReadRate): Promise<void> {
  const { channelId } = source;
  const { name, rate } = await tx.paymentChannel.findUniqueOrThrow({
    where: { id: channelId },
    select: { name: true, rate: true },
  });
  if ("failure" in read) {
    await tx.channelRateSource.update({ where: { channelId }, data: { failure: read.failure } });
    return reportAge(tx, source, name);
  }
  await tx.channelRateSource.update({ where: { channelId }, data: { failure: null } });
  const text = rateText(read.rateE8);
  const day = dayOf(source, rate);
  const isFar = (from: DayRate["dayRate"]) =>
    from !== null && jumps(toRateE8(from), read.rateE8, source.maxJumpBps);
  if (rate !== null && (isFar(rate) || isFar(day.dayRate))) {
    await tx.channelRateSource.update({ where: { channelId }, data: { proposedRate: text } });
    await raiseAlert(tx, {
      kind: "payment_channel.rate_jumped",
      data: {
        channel: name,
        from: rate.toFixed(),
        to: text,
        began: isFar(rate) ? null : (day.dayRate?.toFixed() ?? null),
      },
      reference: alertReference(channelId),
    });
    return reportAge(tx, source, name);
  }
  await writeRate(tx, channelId, text);
  await markGood(tx, channelId, day);
}

const isSame = (a: ChannelRateSource, b: ChannelRateSource) =>
  a.url === b.url &&
  a.path === b.path &&
  a.isInverse === b.isInverse &&
  a.goodAt?.getTime() === b.goodAt?.getTime();

/** Asks the channel's source once. What somebody changed meanwhile wins over an answer of before. */
export async function fetchRate(channelId: number): Promise<void> {
  await db().channelRateSource.updateMany({ where: { channelId }, data: { triedAt: now() } });
  const source = await db().channelRateSource.findUnique({ where: { channelId } });
  if (!source) return;
  const read = await ask(source);
  await inTransaction(async (tx) => {
    await lockPaymentChannel(tx, channelId);
    const current = await tx.channelRateSource.findUnique({ where: { channelId } });
    if (current && isSame(current, source)) await keep(tx, current, read);
  });
}
