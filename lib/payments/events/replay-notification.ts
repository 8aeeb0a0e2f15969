import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import { db } from "../../db/client";
import { findChannel } from "../channels/channel-account";
import type { GatewayAccount, NotificationMessage, Verification } from "../provider";
import type { Replay, ReplayBody } from "./replay-schema";

const headerLine = /^([A-Za-z][\w-]{0,60}):[ \t]+(.{0,4000})$/;

/**
 * Reads the text that an operator pastes: an address, a query, a form or JSON; headers may stand above, apart by an
 * empty line.
 */
function readPasted(text: string): NotificationMessage[] {
  const headers = new Headers();
  let body = text.trim();
  const gap = /\r?\n[ \t]*\r?\n/.exec(body);
  const above = gap ? body.slice(0, gap.index).split(/\r?\n/) : [];
  const lines = above.map((line) => headerLine.exec(line.trim()));
  if (gap && lines.every((line) => line !== null)) {
    for (const [, name = "", value = ""] of lines.filter((line) => line !== null)) headers.set(name, value);
    body = body.slice(gap.index + gap[0].length).trim();
  }
  const message = (over: Partial<NotificationMessage>, contentType?: string): NotificationMessage => {
    const own = new Headers(headers);
    if (contentType && !own.has("content-type")) own.set("content-type", contentType);
    const base = { method: "POST", rawQuery: "", rawBody: new Uint8Array(0), headers: own } as const;
    return { ...base, receivedAt: now(), hasOwnKeys: true, ...over };
  };
  const posted = { rawBody: new TextEncoder().encode(body) };
  if (body.startsWith("{")) return [message(posted, "application/json")];
  const rawQuery = /^https?:\/\//.test(body) ? body.slice(body.indexOf("?") + 1) : body.replace(/^\?/, "");
  return [
    message({ method: "GET", rawQuery }),
    message({ rawBody: new TextEncoder().encode(rawQuery) }, "application/x-www-form-urlencoded"),
  ];
}

/** Tries the pasted text as query, form and JSON, and keeps the first form that this gateway can read. */
async function verifyPasted(account: GatewayAccount, text: string) {
  let last: { message: NotificationMessage; verification: Verification } | null = null;
  for (const message of readPasted(text)) {
    const verification = await account.verify(message);
    last = { message, verification };
    if (verification.ok || !["malformed", "content_type"].includes(verification.reason)) break;
  }
  if (!last) throw new AppError("malformed", "required", { field: "message" });
  return last;
}

const around = 24;

/** The first place at which two texts differ, with the characters around it. */
export function firstDifference(ours: string, theirs: string): Replay["difference"] {
  if (ours === theirs) return null;
  const [a, b] = [[...ours], [...theirs]];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const piece = (text: string[]) => text.slice(Math.max(0, at - around), at + around).join("");
  return { at, ours: piece(a), theirs: piece(b) };
}

/**
 * Explains a notification that somebody pasted; books nothing. It tells what is signed and whether the signature
 * holds, and never a right signature: with one, who may set up channels could have any order delivered.
 */
export async function replayNotification(id: number, { message: text, theirs }: ReplayBody): Promise<Replay> {
  if ((await db().paymentChannel.count({ where: { id } })) === 0) throw notFound("payment_channel");
  const channel = await findChannel(db(), id);
  if (!channel) throw new AppError("state_conflict", "channel_not_usable");
  const { message, verification } = await verifyPasted(channel.account, text);
  const explanation = channel.account.explain?.(message) ?? null;
  const notification = verification.ok ? verification.notification : null;
  return {
    is_proved: verification.ok,
    reason: verification.ok ? null : verification.reason,
    notification: notification && {
      payment_no: notification.paymentNo,
      trade_no: notification.tradeNo,
      amount: formatMoney(notification.amountCents),
      currency: notification.currency,
      status: notification.status,
      is_paid: notification.isPaid,
    },
    signed_text: explanation?.signedText ?? null,
    signature: explanation?.signature ?? null,
    suggestion: explanation?.suggestion ?? null,
    difference: explanation && theirs ? firstDifference(explanation.signedText, theirs) : null,
    is_same: explanation && theirs ? explanation.signedText === theirs : null,
  };
}
