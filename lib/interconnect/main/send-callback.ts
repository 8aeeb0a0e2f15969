import { addSeconds, now } from "../../core/clock";
import { failpoint } from "../../core/process/failpoint";
import { metrics } from "../../core/process/metrics";
import { note } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
import { inTransaction, type Tx } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import {
  type CallFailure,
  type OutgoingAnswer,
  OutgoingError,
  retryAfterSeconds,
} from "../../outgoing/outgoing-call";
import { signedHeaders } from "../signature";
import { BusyReceiver, checkInFlight, leaseSeconds } from "./callback-places";
import { maxAttempts, nextWait } from "./callback-schedule";
import { enqueueCallbackAttempt } from "./enqueue-callback-attempt";
import { withoutKeys } from "./kept-answer";
import { moveCallbacks } from "./move-callback";
import { postToReceiver } from "./post-to-receiver";
import { eventId, openCallbackBody } from "./queue-callbacks";
import { getSigningSecret } from "./site-secrets";
import { leaseCallback } from "./sql/sites";
import { wakeCallbacks } from "./wake-callbacks";

const limits = { totalMs: 15_000, maxBytes: 20_000 };
const keptBytes = 2_000;
/** Two processes' clocks may differ a little: a job that comes this early is not sent back. */
const earlySeconds = 1;
const disableAfterSeconds = 5 * 24 * 3600;

interface Claimed {
  callbackId: number;
  attemptId: number;
  orderId: number;
  site: { id: number; name: string; apiKey: string; callbackUrl: string | null };
  attempts: number;
  eventId: string | null;
  body: Uint8Array;
  headers: ReturnType<typeof signedHeaders>;
}

/** Takes the callback for this process until the lease ends, unless an earlier event of its order still waits (C51). */
async function claim(tx: Tx, callbackId: number): Promise<Claimed | null> {
  const at = now();
  const isClaimed = await leaseCallback(tx, callbackId, {
    dueBy: addSeconds(at, earlySeconds),
    until: addSeconds(at, leaseSeconds),
  });
  if (!isClaimed) return null;
  await checkInFlight(tx, callbackId);
  const callback = await tx.callback.findUniqueOrThrow({
    where: { id: callbackId },
    omit: { bodySealed: false },
    include: {
      site: { select: { id: true, name: true, apiKey: true, callbackUrl: true } },
      order: { select: { orderNo: true } },
    },
  });
  const secret = await getSigningSecret(tx, callback.site);
  const body = new TextEncoder().encode(openCallbackBody(callback.orderEventId, callback.bodySealed));
  // A fresh timestamp and nonce with every try, over the same bytes (W8). The receiver judges by the wall clock.
  const headers = signedHeaders({ key: callback.site.apiKey, secret }, body, new Date());
  const attemptNo = (await tx.callbackAttempt.count({ where: { callbackId } })) + 1;
  const attempt = await tx.callbackAttempt.create({
    data: { callbackId, attemptNo, nonce: headers["x-site-nonce"], createdAt: at },
    select: { id: true },
  });
  const { site, orderId, order, sequence, attemptCount: attempts } = callback;
  const id = sequence === null ? null : eventId(order.orderNo, sequence);
  return { callbackId, attemptId: attempt.id, orderId, site, attempts, eventId: id, body, headers };
}

interface CallbackFailure {
  failure: CallFailure | "no_address";
  problem: Problem;
}
type Outcome = { answer: OutgoingAnswer } | { error: CallbackFailure };

async function deliver({ site, eventId, body, headers }: Claimed): Promise<Outcome> {
  if (!site.callbackUrl)
    return { error: { failure: "no_address", problem: problem("no_callback_address_given") } };
  try {
    const message = { key: site.apiKey, headers, eventId, body };
    const answer = await postToReceiver(site.callbackUrl, message, limits);
    return { answer: { ...answer, text: withoutKeys(answer.text, body) } };
  } catch (error) {
    if (error instanceof OutgoingError) return { error };
    throw error;
  }
}

async function recordAttempt(tx: Tx, claimed: Claimed, outcome: Outcome): Promise<void> {
  const data =
    "answer" in outcome
      ? {
          httpStatus: outcome.answer.status,
          latencyMs: outcome.answer.latencyMs,
          responseExcerpt: outcome.answer.text.slice(0, keptBytes),
        }
      : { error: note(outcome.error.problem) };
  await tx.callbackAttempt.update({ where: { id: claimed.attemptId }, data });
}

/** The next event of the same order may go now. */
async function releaseNext(tx: Tx, orderId: number): Promise<void> {
  const next = await tx.callback.findFirst({
    where: { orderId, status: "pending" },
    orderBy: { id: "asc" },
    select: { id: true, siteId: true, attemptCount: true },
  });
  if (next) await enqueueCallbackAttempt(tx, { ...next, isQueued: next.attemptCount > 0 }, new Date());
}

async function disableEndpoint(
  tx: Tx,
  site: Claimed["site"],
  { isGone }: { isGone: boolean },
): Promise<void> {
  const { count } = await tx.site.updateMany({
    where: { id: site.id, callbackDisabledAt: null },
    data: { callbackDisabledAt: now() },
  });
  await moveCallbacks(
    tx,
    { siteId: site.id },
    { to: "failed", reason: problem("callback_address_was_switched_off") },
  );
  if (count === 0) return;
  await raiseAlert(tx, {
    kind: "callback.disabled",
    data: { site: site.name, isGone },
    reference: `site:${site.id}`,
  });
}

async function applySuccess(tx: Tx, claimed: Claimed): Promise<void> {
  await moveCallbacks(tx, { id: claimed.callbackId }, { to: "delivered" });
  const { count: recovered } = await tx.site.updateMany({
    where: {
      id: claimed.site.id,
      OR: [{ callbackFailingSince: { not: null } }, { callbackProblem: { not: null } }],
    },
    // A fault that a ping had found before the receiver knew the secret is over as well.
    data: { callbackFailingSince: null, callbackProblem: null, callbackVerifiedAt: now() },
  });
  if (recovered === 1) await wakeCallbacks(tx, claimed.site.id);
  await releaseNext(tx, claimed.orderId);
}

async function retryAt(
  tx: Tx,
  { callbackId, site, attempts }: Claimed,
  nextAttemptAt: Date,
  reason: Problem,
) {
  const { count } = await tx.callback.updateMany({
    where: { id: callbackId, status: "pending", attemptCount: attempts },
    data: { nextAttemptAt, lastError: note(reason) },
  });
  if (count === 1)
    await enqueueCallbackAttempt(tx, { id: callbackId, siteId: site.id, isQueued: true }, nextAttemptAt);
}

async function applyFailure(tx: Tx, claimed: Claimed, outcome: Outcome): Promise<void> {
  const { callbackId, site, attempts } = claimed;
  const status = "answer" in outcome ? outcome.answer.status : null;
  const reason =
    "error" in outcome
      ? outcome.error.problem
      : problem("receiver_answered", { status: outcome.answer.status });
  await tx.site.updateMany({
    where: { id: site.id, callbackFailingSince: null },
    data: { callbackFailingSince: now() },
  });
  const { callbackFailingSince } = await tx.site.findUniqueOrThrow({ where: { id: site.id } });
  const failingSeconds = callbackFailingSince ? (now().getTime() - callbackFailingSince.getTime()) / 1000 : 0;
  const isTimeout = "error" in outcome && outcome.error.failure === "timeout";
  const wait = nextWait({
    attempts,
    isThrottled: isTimeout || status === 429,
    retryAfterSeconds: "answer" in outcome ? retryAfterSeconds(outcome.answer) : null,
    random: Math.random(),
  });
  const isOver = wait === null || status === 410 || failingSeconds > disableAfterSeconds;
  // The process that took it after this attempt's lease ended decides its result.
  const own = { id: callbackId, attemptCount: attempts };
  if (!isOver) return retryAt(tx, claimed, addSeconds(now(), wait), reason);
  if ((await moveCallbacks(tx, own, { to: "failed", reason })) === 0) return;
  if (status === 410) await disableEndpoint(tx, site, { isGone: true });
  else if (failingSeconds > disableAfterSeconds) await disableEndpoint(tx, site, { isGone: false });
  else {
    await raiseAlert(tx, {
      kind: "callback.failed",
      data: { site: site.name, tries: maxAttempts, reason },
      reference: `callback:${callbackId}`,
    });
  }
  await releaseNext(tx, claimed.orderId);
}

/** One attempt. Does nothing when the callback is delivered, not due, or not the first of its order. */
export async function sendCallback(callbackId: number): Promise<void> {
  const claimed = await inTransaction((tx) => claim(tx, callbackId)).catch(async (error: unknown) => {
    if (!(error instanceof BusyReceiver)) throw error;
    await postpone(callbackId);
    return null;
  });
  if (!claimed) return;
  const outcome = await deliver(claimed);
  failpoint("mid-callback");
  const isAccepted = "answer" in outcome && outcome.answer.status >= 200 && outcome.answer.status < 300;
  const refusal = "error" in outcome ? outcome.error.failure : "refused_by_receiver";
  metrics.callbacks.inc({ result: isAccepted ? "accepted" : refusal });
  await inTransaction(async (tx) => {
    await recordAttempt(tx, claimed, outcome);
    await (isAccepted ? applySuccess(tx, claimed) : applyFailure(tx, claimed, outcome));
  });
}

async function postpone(callbackId: number): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, siteId } = await tx.callback.findUniqueOrThrow({ where: { id: callbackId } });
    await enqueueCallbackAttempt(tx, { id, siteId, isQueued: true }, addSeconds(new Date(), 1));
  });
}

/** For callbacks whose sender ended: what is due and has no live lease is sent again (W7). */
export async function sweepCallbacks(): Promise<void> {
  await inTransaction(async (tx) => {
    const due = await tx.callback.findMany({
      where: { status: "pending", nextAttemptAt: { lte: now() } },
      orderBy: [{ nextAttemptAt: "asc" }, { id: "asc" }],
      take: 500,
      select: { id: true, siteId: true, attemptCount: true, nextAttemptAt: true },
    });
    // Callbacks that wait for their turn keep their place in it.
    for (const { id, siteId, attemptCount, nextAttemptAt } of due)
      await enqueueCallbackAttempt(tx, { id, siteId, isQueued: attemptCount > 0 }, nextAttemptAt ?? now());
  });
}
