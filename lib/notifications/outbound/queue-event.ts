import { z } from "zod";
import { addSeconds, now } from "../../core/clock";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { getSettings } from "../../settings/queries";
import { afterQuiet } from "./quiet-hours";
import { findQueuedBefore, insertIntoQueues } from "./sql";

/** Shortest time between two messages of one kind to one channel; the second holds all events since the first. */
export const digestSeconds = 60;

const withoutTwins = z.object({ unlessTold: z.array(z.string()).optional() });

interface Wanting {
  id: number;
  quietFrom: number | null;
  quietTo: number | null;
  mode: string;
  lastAt: Date | null;
}

async function enqueueMessage(tx: Tx, channel: Wanting, kind: string, timeZone: string): Promise<void> {
  const at = now();
  const next = channel.lastAt ? addSeconds(channel.lastAt, digestSeconds) : at;
  const due = new Date(Math.max(next.getTime(), at.getTime()));
  const runAt = channel.mode === "always" ? due : afterQuiet(channel, due, timeZone);
  await enqueue(
    tx,
    "operator.message",
    { channelId: channel.id, kind },
    { runAt, jobKey: `operator.message:${channel.id}:${kind}` },
  );
}

/** Puts an event into the queue of every channel that wants its kind, once however often its job runs. */
export async function queueEvent(eventId: number): Promise<void> {
  const { timeZone } = await getSettings();
  await inTransaction(async (tx) => {
    const [event] = await tx.operatorEvent.updateManyAndReturn({
      where: { id: eventId, queuedAt: null },
      data: { queuedAt: now() },
      select: { kind: true, data: true },
    });
    if (!event) return;
    const { kind } = event;
    const { unlessTold = [] } = withoutTwins.catch({}).parse(event.data);
    const channels = await insertIntoQueues(tx, { eventId, kind, unlessTold });
    for (const channel of channels) await enqueueMessage(tx, channel, kind, timeZone);
  });
}

/** For events whose job was lost with its worker: what has waited longer than any quiet hours is due. */
export async function sweepQueue(): Promise<void> {
  await inTransaction(async (tx) => {
    const late = await findQueuedBefore(tx, addSeconds(now(), -25 * 3600));
    for (const { channelId, kind } of late)
      await enqueue(
        tx,
        "operator.message",
        { channelId, kind },
        { jobKey: `operator.message:${channelId}:${kind}` },
      );
  });
}
