import type { Moves } from "../../core/shapes/moves";
import type { mailStatuses } from "../schema";

export type MailStatus = (typeof mailStatuses)[number];

/** `outbox` waits until a mail server is set up. Staff may send any mail again; one that is queued then goes at once. */
export const mailMoves: Moves<MailStatus> = {
  queued: ["queued", "sent", "failed", "outbox"],
  outbox: ["queued"],
  failed: ["queued"],
  sent: ["queued"],
};
