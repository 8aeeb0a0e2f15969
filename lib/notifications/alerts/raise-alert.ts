import { now } from "../../core/clock";
import { newUuid } from "../../core/ids";
import { baseLocale } from "../../core/locale";
import type { Told } from "../../core/refusals/refusal";
import type { Tx } from "../../db/transaction";
import { eventOfAlert } from "../outbound/event-kinds";
import { recordOperatorEvent } from "../outbound/record-operator-event";
import { upsertAlert } from "../sql/mails";
import { alertText, type KeptAlertData } from "./alert-texts";

export interface NewAlert {
  /** `noun.problem`, as in `payment.overpaid`. */
  kind: string;
  /** Values of its sentence, in the reader's language (messages/<language>/alerts.ts). */
  data?: KeptAlertData;
  /** Only for a kind without texts of its own. */
  message?: string;
  /** Thing to look up: an order number, a product id. */
  reference?: string;
  /** A repeat of the same alert counts it up instead of adding another. Default: kind and reference. */
  dedupeKey?: string;
}

/** As `raiseAlert`, and the caller tells it outside. @returns whether it has just opened */
export async function openAlert(tx: Tx, { kind, data = {}, ...alert }: NewAlert): Promise<boolean> {
  return upsertAlert(tx, {
    kind,
    message: alertText({ kind, data, message: alert.message ?? kind }, baseLocale),
    data: JSON.stringify(data),
    reference: alert.reference ?? null,
    dedupeKey: alert.dedupeKey ?? `${kind}:${alert.reference ?? ""}`,
  });
}

/** A resolved alert that comes again is open again. What opens is also told outside; what only goes on is not. */
export async function raiseAlert(tx: Tx, alert: NewAlert): Promise<void> {
  if (!(await openAlert(tx, alert))) return;
  const { kind, data = {}, reference } = alert;
  const message = alertText({ kind, data, message: alert.message ?? kind }, baseLocale);
  await recordOperatorEvent(tx, {
    kind: eventOfAlert(kind),
    alertKind: kind,
    data: { ...data, message },
    dedupeKey: `alert:${newUuid()}`,
    reference,
  });
}

/** Ends an alert whose cause is over. */
export async function endAlert(tx: Tx, dedupeKey: string): Promise<void> {
  await tx.alert.updateMany({ where: { dedupeKey, resolvedAt: null }, data: { resolvedAt: now() } });
}

export const alertOfFailedMail = (tx: Tx, mailId: number, reason: Told): Promise<void> =>
  raiseAlert(tx, {
    kind: "mail.failed",
    data: { reason },
    dedupeKey: "mail.failed",
    reference: String(mailId),
  });

/** The mail server accepted a mail, so the alert about refused mails ends. */
export const endFailedMailAlert = (tx: Tx): Promise<void> => endAlert(tx, "mail.failed");
