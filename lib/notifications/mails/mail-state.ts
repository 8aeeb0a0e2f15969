import { mailStatuses } from "../schema";

export type MailStatus = (typeof mailStatuses)[number];

/** `outbox` waits until a mail server is set up. Staff may send any mail again; one that is queued then goes at once. */
export const mailMoves: Record<MailStatus, readonly MailStatus[]> = {
  queued: ["queued", "sent", "failed", "outbox"],
  outbox: ["queued"],
  failed: ["queued"],
  sent: ["queued"],
};

/** The states from which `to` may be reached: what a conditional update names. */
export const mailSources = (to: MailStatus): MailStatus[] =>
  mailStatuses.filter((from) => mailMoves[from].includes(to));
