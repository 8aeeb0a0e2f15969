import type { AdminActor, ClientInfo } from "../../acts/actor";
import { type Change, changesBetween } from "../../acts/audit-changes";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { ChannelRateSource } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { requireRateTarget } from "../channels/gateway-targets";
import { lockPaymentChannel } from "../sql";
import { endRateAlerts, fetchRate, settleRate } from "./fetch-rate";
import { type RateSourcePatch, type RateSourceView, rateFailures } from "./schema";
import { writeRate } from "./sql";

const terms = { path: "", isInverse: false, everyMinutes: 60, maxJumpBps: 500, maxAgeMinutes: 1_440 };
const nothingYet = { url: null, triedAt: null, goodAt: null, failure: null, proposedRate: null };

export function viewRateSource(row: ChannelRateSource | null): RateSourceView {
  const source = row ?? { ...terms, ...nothingYet };
  return {
    url: source.url,
    path: source.path,
    is_inverse: source.isInverse,
    every_minutes: source.everyMinutes,
    max_jump_bps: source.maxJumpBps,
    max_age_minutes: source.maxAgeMinutes,
    tried_at: toTimeOrNull(source.triedAt),
    good_at: toTimeOrNull(source.goodAt),
    failure: rateFailures.find((known) => known === source.failure) ?? null,
    proposed_rate: source.proposedRate?.toFixed() ?? null,
  };
}

/** The caller holds the channel's row. @returns what changed, for the audit log @throws AppError `malformed` naming the member */
export async function saveRateSource(
  tx: Tx,
  channelId: number,
  patch: RateSourcePatch,
): Promise<Record<string, Change>> {
  const stored = await tx.channelRateSource.findUnique({ where: { channelId } });
  const changes = changesBetween(viewRateSource(stored), patch, "rate_source.");
  const url = patch.url === undefined ? (stored?.url ?? null) : patch.url || null;
  if (url === null) {
    await tx.channelRateSource.deleteMany({ where: { channelId } });
    await endRateAlerts(tx, channelId);
    return changes;
  }
  if (url !== stored?.url) requireRateTarget(url);
  const path = patch.path ?? stored?.path;
  if (!path) throw new AppError("malformed", "required", { field: "rate_source.path" });
  const before = stored ?? terms;
  const after = {
    url,
    path,
    isInverse: patch.is_inverse ?? before.isInverse,
    everyMinutes: patch.every_minutes ?? before.everyMinutes,
    maxJumpBps: patch.max_jump_bps ?? before.maxJumpBps,
    maxAgeMinutes: patch.max_age_minutes ?? before.maxAgeMinutes,
  };
  const isOther =
    stored?.url !== after.url || stored.path !== after.path || stored.isInverse !== after.isInverse;
  // Another source is asked at the next minute, and what the former one proposed is void.
  const fresh = { since: now(), triedAt: null, failure: null, proposedRate: null };
  await tx.channelRateSource.upsert({
    where: { channelId },
    create: { channelId, ...after, ...fresh },
    update: { ...after, ...(isOther ? fresh : {}) },
  });
  if (isOther) await endRateAlerts(tx, channelId);
  return changes;
}

/** Asks the source now, for the operator who has just named it. @throws AppError `not_found`, `state_conflict` */
export async function fetchRateNow(actor: AdminActor, client: ClientInfo, channelId: number): Promise<void> {
  const channel = await db().paymentChannel.findUnique({
    where: { id: channelId },
    select: { rateSource: { select: { channelId: true } } },
  });
  if (!channel) throw notFound("payment_channel");
  if (!channel.rateSource) throw new AppError("state_conflict", "no_rate_source");
  await fetchRate(channelId);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "payment_channel.fetch_rate",
      target: `payment_channel:${channelId}`,
    }),
  );
}

/** Takes the rate that waits, if it is still the one that was read. @throws AppError `not_found`, `state_conflict` */
export function acceptRate(
  actor: AdminActor,
  client: ClientInfo,
  channelId: number,
  rate: string,
): Promise<void> {
  return inTransaction(async (tx) => {
    if (!(await lockPaymentChannel(tx, channelId))) throw notFound("payment_channel");
    const { count } = await tx.channelRateSource.updateMany({
      where: { channelId, proposedRate: rate },
      data: { proposedRate: null },
    });
    if (count === 0) throw new AppError("state_conflict", "changed_meanwhile");
    const { rate: before } = await tx.paymentChannel.findUniqueOrThrow({ where: { id: channelId } });
    await writeRate(tx, channelId, rate);
    await settleRate(tx, channelId);
    await recordAudit(tx, actor, client, {
      action: "payment_channel.accept_rate",
      target: `payment_channel:${channelId}`,
      data: { changes: { rate: [before?.toFixed() ?? null, rate] } },
    });
  });
}
