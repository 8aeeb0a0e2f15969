import type { z } from "zod";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { nextAfter } from "../../core/paging";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { callbackFilter } from "./admin/log-queries";
import type { Resend, resent } from "./admin/log-schema";
import { enqueueCallbackAttempt } from "./enqueue-callback-attempt";
import { moveCallbacks } from "./move-callback";

/**
 * Sends a callback again from the beginning of the schedule, whatever became of it, also to an address that was switched
 * off: the operator wants to see whether it works now.
 */
export async function resendCallback(
  actor: AdminActor,
  client: ClientInfo,
  callbackId: number,
): Promise<void> {
  await inTransaction(async (tx) => {
    const callback = await tx.callback.findUnique({ where: { id: callbackId }, include: { site: true } });
    if (!callback) throw notFound("callback");
    if (!callback.site.callbackUrl) throw new AppError("state_conflict", "no_callback_address");
    await moveCallbacks(tx, { id: callbackId }, { to: "pending" });
    await enqueue(tx, "callback.send", { callbackId }, { jobKey: `callback:${callbackId}` });
    await recordAudit(tx, actor, client, {
      action: "callback.resend",
      target: `callback:${callbackId}`,
      data: {},
    });
  });
}

/** One transaction stays short, and a site that was away for days is not flooded. */
const maxAtOnce = 100;

function whichCallbacks(which: Resend): Prisma.CallbackWhereInput {
  if ("ids" in which) return { id: { in: which.ids } };
  if ("match" in which)
    return {
      AND: [callbackFilter(which.match), { createdAt: { lte: which.drawn_at } }, { id: { gt: which.after } }],
    };
  return { status: "failed", ...(which.failed_of === null ? {} : { siteId: which.failed_of }) };
}

/**
 * Sends many again, oldest first: those that are named, what was given up, or what a filter finds. Each site gets its own one after the other.
 * Callbacks of a site without an address are left where they are. @returns how many, how many more were given up, and
 * where the next piece of a filter begins
 */
export async function resendCallbacks(
  actor: AdminActor,
  client: ClientInfo,
  which: Resend,
): Promise<z.infer<typeof resent>> {
  const where = { ...whichCallbacks(which), site: { callbackUrl: { not: null } } };
  const rows = await inTransaction(async (tx) => {
    const rows = await tx.callback.findMany({
      where,
      orderBy: { id: "asc" },
      take: maxAtOnce,
      select: { id: true, siteId: true },
    });
    await moveCallbacks(tx, { id: { in: rows.map(({ id }) => id) } }, { to: "pending" });
    for (const row of rows) await enqueueCallbackAttempt(tx, { ...row, isQueued: true }, new Date());
    if (rows.length > 0) {
      await recordAudit(tx, actor, client, {
        action: "callback.resend_many",
        target: "failed_of" in which && which.failed_of !== null ? `site:${which.failed_of}` : "callbacks",
        data: { callbacks: rows.map(({ id }) => id) },
      });
    }
    return rows;
  });
  return {
    resent: rows.length,
    left: "failed_of" in which ? await db().callback.count({ where }) : 0,
    next: "match" in which ? nextAfter(rows, maxAtOnce) : null,
  };
}
