import { addSeconds, now } from "../../../core/clock";
import type { Tx } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { movePurchase } from "./move";
import type { PurchaseStatus } from "./state";

/** C63: seconds until a purchase is looked at again; the last one repeats while it is open. */
const pollWaits = [10, 30, 60, 300, 900] as const;

export const pollWait = (polls: number): number => pollWaits[Math.min(polls, pollWaits.length - 1)] ?? 900;

/** Seconds until a call that got no answer is made again; the buyer waits, so the first ones come quickly. */
const retryWaits = [2, 5, 10, 30, 60, 300, 900] as const;

export const retryWait = (attempts: number): number =>
  retryWaits[Math.min(attempts, retryWaits.length - 1)] ?? 900;

/**
 * An order that could not even be placed or paid after a day's attempts is failed, so that its buyer gets the money back.
 * Counted in attempts: an order may be old before its first one.
 */
export const giveUpAttempts = 100;

/** The sweep takes over a first attempt after this, when its worker ended. */
const firstAttemptSeconds = 60;

interface Due {
  id: number;
  connectionId: number;
  status: PurchaseStatus;
}

const stepOf = (status: PurchaseStatus) => (status === "awaiting_goods" ? "purchase.poll" : "purchase.pay");

/** The next step at once, before everything that waits: a buyer or an operator waits for it. */
export const enqueueStep = (tx: Tx, { id, status }: Pick<Due, "id" | "status">) =>
  enqueue(tx, stepOf(status), { purchaseId: id }, { jobKey: `purchase:${id}` });

/** The goods of a delivered purchase are read once more. */
export const askForGoods = (tx: Tx, { id }: Pick<Due, "id">) =>
  enqueue(tx, "purchase.poll", { purchaseId: id }, { jobKey: `purchase:${id}` });

/**
 * The next step behind the others of its main site: what is asked again goes one after the other, a queue for each main site,
 * so that one that hangs holds a single worker with it.
 */
export const enqueueQueuedStep = (tx: Tx, { id, connectionId, status }: Due, runAt: Date) =>
  enqueue(
    tx,
    stepOf(status),
    { purchaseId: id },
    { runAt, jobKey: `purchase:${id}`, queue: `connection:${connectionId}` },
  );

/** Our buyer has paid: the first attempt to pay there. With a main site that is failing it waits for its turn as repeats do. */
export async function startPaying(
  tx: Tx,
  { id, connectionId }: { id: number; connectionId: number },
  change: { pollCount?: number } = { pollCount: 0 },
): Promise<void> {
  const nextPollAt = addSeconds(now(), firstAttemptSeconds);
  if (!(await movePurchase(tx, id, "paying", { ...change, nextPollAt }))) return;
  const { failingSince } = await tx.connection.findUniqueOrThrow({
    where: { id: connectionId },
    select: { failingSince: true },
  });
  const purchase = { id, connectionId, status: "paying" as const };
  await (failingSince === null ? enqueueStep(tx, purchase) : enqueueQueuedStep(tx, purchase, now()));
}
