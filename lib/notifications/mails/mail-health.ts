import { toldOrNull } from "../../core/refusals/told";
import { toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { MailHealth } from "../schema";
import { hasMailServer } from "../server/mail-server";
import { readMailTrial } from "./mail-trials";

/** Whether mails leave the shop: what was tried last with this server, since when it refuses, and how many were given up. */
export async function getMailHealth(): Promise<MailHealth> {
  const [hasServer, trial] = await Promise.all([hasMailServer(), readMailTrial()]);
  const last = await db().mail.findFirst({
    where: { status: "sent" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { sentAt: true },
  });
  const refused = {
    status: { in: ["queued" as const, "failed" as const] },
    lastError: { not: null },
    ...(last?.sentAt ? { createdAt: { gt: last.sentAt } } : {}),
  };
  const [first, failed, waiting] = await Promise.all([
    db().mail.findFirst({
      where: refused,
      orderBy: { createdAt: "asc" },
      select: { createdAt: true, lastError: true },
    }),
    db().mail.count({ where: { status: "failed", kind: { not: "code" } } }),
    db().mail.count({ where: { status: "queued" } }),
  ]);
  // A test that the server took after them ends what former mails say.
  const isOver =
    trial?.goodAt != null &&
    trial.problem === null &&
    first !== null &&
    new Date(trial.goodAt) > first.createdAt;
  const since = trial?.problem
    ? (first?.createdAt ?? new Date(trial.triedAt))
    : isOver
      ? null
      : first?.createdAt;
  const hasTaken = trial ? true : trial === undefined && last !== null;
  return {
    has_server: hasServer,
    state: !hasServer ? "none" : since ? "refuses" : hasTaken ? "takes" : "untried",
    tried_at: toTimeOrNull(trial ? new Date(trial.triedAt) : hasTaken ? last?.sentAt : null),
    refusing_since: toTimeOrNull(since),
    ...toldOrNull("last_error", trial?.problem ?? (isOver ? null : (first?.lastError ?? null))),
    failed,
    waiting,
  };
}
