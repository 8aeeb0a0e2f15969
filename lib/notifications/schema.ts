import { z } from "zod";
import { toldMembersOrNull } from "../core/refusals/told-shape";
import {
  deepOut,
  idListBody,
  idText,
  madeBetween,
  matchedRows,
  nextPiece,
  plainText,
  storefrontPage,
  timeOut,
} from "../core/wire";

export const mailStatuses = ["queued", "sent", "failed", "outbox"] as const;

/**
 * `none`: nothing to tell yet · `waiting`: on its way · `delayed`: refused so far and tried again · `sent`: taken by the mail
 * server · `refused`: the address is refused for good · `failed`: given up · `off`: this shop sends no mails.
 */
export const orderMailStates = ["none", "waiting", "delayed", "sent", "refused", "failed", "off"] as const;
export type OrderMailState = (typeof orderMailStates)[number];

export const mailQuery = z.object({
  ...storefrontPage,
  status: z.enum(mailStatuses).optional(),
  kind: plainText(40, 1).optional(),
  search: plainText(100, 1).optional(),
  ...madeBetween,
});
/** Named ones, or what a filter finds; one-time codes are left out. */
export const resendMailsBody = z.union([
  idListBody,
  z.object(matchedRows(mailQuery.omit({ page: true, per_page: true }))),
]);
export type ResendMails = z.output<typeof resendMailsBody>;
export const mailsResent = z.object({ changed: z.int(), skipped: z.int(), next: nextPiece });
export const mailRow = z.object({
  id: z.int(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  ...toldMembersOrNull("last_error"),
  reference: z.string().nullable(),
  created_at: timeOut,
  sent_at: timeOut.nullable(),
});
export const mailPage = z.object({ mails: z.array(mailRow), ...deepOut });
export const mailDetail = z.object({ ...mailRow.shape, text: z.string(), html: z.string() });
export const mailHealth = z.object({
  has_server: z.boolean(),
  /** `untried`: no mail, and no test, has been sent through this server yet. */
  state: z.enum(["none", "untried", "takes", "refuses"]),
  /** The last mail or test through this server. */
  tried_at: timeOut.nullable(),
  refusing_since: timeOut.nullable(),
  ...toldMembersOrNull("last_error"),
  /** Given up, one-time codes left out. */
  failed: z.int(),
  waiting: z.int(),
});
export type MailHealth = z.infer<typeof mailHealth>;
export const mailsQueued = z.object({ queued: z.int() });
export const mailTested = z.object({ sent: z.boolean(), ...toldMembersOrNull("problem") });
export type MailTested = z.infer<typeof mailTested>;
export const mailParams = z.object({ id: idText });

export const alertQuery = z.object({
  ...storefrontPage,
  state: z.enum(["open", "resolved", "all"]).default("open"),
});
export const alertRow = z.object({
  id: z.int(),
  kind: z.string(),
  message: z.string(),
  reference: z.string().nullable(),
  count: z.int(),
  created_at: timeOut,
  last_seen_at: timeOut,
  resolved_at: timeOut.nullable(),
});
export const alertPage = z.object({ alerts: z.array(alertRow), open: z.int(), ...deepOut });
export const alertParams = z.object({ id: idText });

export type AlertRow = z.infer<typeof alertRow>;
export type MailQuery = z.output<typeof mailQuery>;
export type AlertQuery = z.output<typeof alertQuery>;
