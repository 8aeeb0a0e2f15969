import { addSeconds, now } from "../../core/clock";
import { seal } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { note, noteOrNull } from "../../core/refusals/noted";
import type { Problem } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { type Asked, askServer } from "../../fulfillment/kinds/dynamic/ask-server";
import { moveRequest } from "../../fulfillment/kinds/dynamic/move-request";
import { attemptAad, openBody } from "../../fulfillment/kinds/dynamic/request-body";
import { enqueueRequest, nextAttemptAt } from "../../fulfillment/kinds/dynamic/request-schedule";
import { isItemFrozen } from "../deliver/complete-item";
import { expireRequest } from "./expire-request";
import { takeAnswer } from "./take-answer";

const keptCharacters = 2000;

const findRequest = (id: number) =>
  db().deliveryRequest.findUnique({
    where: { id },
    omit: { bodySealed: false },
    include: { orderItem: { select: { fulfillment: { select: { status: true } } } } },
  });
type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** Goods that were handed over stand in the order and nowhere else. */
async function noteAttempt(
  requestId: number,
  { httpStatus, latencyMs, text, outcome }: Asked,
  problem: Problem | null,
) {
  const isKept = text !== "" && (problem !== null || outcome === "later");
  const { id } = await db().deliveryAttempt.create({
    data: { requestId, httpStatus, latencyMs, error: noteOrNull(problem), createdAt: now() },
  });
  if (!isKept) return;
  const answerSealed = seal(text.slice(0, keptCharacters), attemptAad(id));
  await db().deliveryAttempt.update({ where: { id }, data: { answerSealed } });
}

const noteProblem = ({ id, attemptCount, deadlineAt }: Request, problem: Problem): Promise<void> =>
  inTransaction(async (tx) => {
    const at = nextAttemptAt(attemptCount + 1, deadlineAt);
    await tx.deliveryRequest.updateMany({
      where: { id, status: "pending" },
      data: { lastError: note(problem), nextAttemptAt: at },
    });
    await enqueueRequest(tx, id, at);
  });

/** The answer comes by a call of the server; if none has come until the deadline, a person has to act. */
const waitForAnswer = ({ id }: Request): Promise<void> =>
  inTransaction(async (tx) => {
    if (!(await moveRequest(tx, { id }, "waiting", { lastError: null }))) return;
    // Staff may have given it more time while the server was asked.
    const { deadlineAt } = await tx.deliveryRequest.findUniqueOrThrow({ where: { id } });
    await enqueueRequest(tx, id, deadlineAt);
  });

/** The clocks of this process and of the database differ a little: what is not due yet comes again when it is. */
const comeBack = (id: number, at: Date): Promise<void> => inTransaction((tx) => enqueueRequest(tx, id, at));

const frozenWaitSeconds = 1_800;

/** Not due until then, so that the sweep leaves it alone too. */
const waitForDispute = (id: number): Promise<void> =>
  inTransaction(async (tx) => {
    const at = addSeconds(now(), frozenWaitSeconds);
    await tx.deliveryRequest.updateMany({ where: { id, status: "pending" }, data: { nextAttemptAt: at } });
    await enqueueRequest(tx, id, at);
  });

const isFrozen = (orderItemId: number): Promise<boolean> =>
  inTransaction((tx) => isItemFrozen(tx, orderItemId));

/** Why what was answered could not be handed over, or null. */
async function handOver(outcome: Asked["outcome"]): Promise<Problem | null> {
  if (outcome === "later") return null;
  if ("problem" in outcome) return outcome.problem;
  try {
    await takeAnswer(outcome.answer);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.refusal;
    throw error;
  }
}

/**
 * One attempt to have an item made, and what follows from it. Does nothing for a request that is answered or not due; at its
 * deadline it gives the item to a person. May run twice: id and bytes are the same, and a second answer changes nothing.
 */
export async function sendRequest(requestId: number): Promise<void> {
  const request = await findRequest(requestId);
  if (!request) return;
  const { id, status, publicId, skuId, bodySealed, deadlineAt } = request;
  if (status !== "pending" && status !== "waiting") return;
  if (request.orderItem.fulfillment?.status !== "processing") {
    await inTransaction((tx) => moveRequest(tx, { id }, "ended"));
    return;
  }
  if (deadlineAt <= now()) return expireRequest(id);
  if (status === "waiting") return comeBack(id, deadlineAt);
  if (request.nextAttemptAt && request.nextAttemptAt > addSeconds(now(), 1))
    return comeBack(id, request.nextAttemptAt);
  // Nothing is made for an order whose money is asked back.
  if (await isFrozen(request.orderItemId)) return waitForDispute(id);
  const asked = await askServer({ skuId, publicId, body: openBody(publicId, bodySealed) });
  await db().deliveryRequest.update({ where: { id }, data: { attemptCount: { increment: 1 } } });
  const problem = await handOver(asked.outcome);
  await noteAttempt(id, asked, problem);
  if (problem !== null) return noteProblem(request, problem);
  if (asked.outcome === "later") await waitForAnswer(request);
}
