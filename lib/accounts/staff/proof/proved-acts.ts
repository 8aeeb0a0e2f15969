import type { AdminActor } from "../../../acts/actor";
import { addSeconds, now } from "../../../core/clock";
import { AppError } from "../../../core/errors";
import { db } from "../../../db/client";

/** A proof counts this long for the session that gave it, so that a day's work is no chain of passwords. */
export const proofSeconds = 10 * 60;

type Body = Record<string, unknown>;
const always = () => true;
const names =
  (...members: string[]) =>
  (body: Body) =>
    members.some((member) => body[member] !== undefined);

/**
 * Acts that hire, unlock, re-route mail or make money out of nothing: a session alone, which can be stolen, does none of them.
 * `when` tells which bodies of the route are such an act.
 */
export const provedActs = {
  "staff.hire": { when: always, of: "" },
  "staff.change": {
    when: names("role", "status", "reset_totp", "reset_password"),
    of: "role, status, reset_totp or reset_password",
  },
  "staff.role": { when: always, of: "" },
  "staff.token": { when: always, of: "" },
  "customer.unlock": {
    when: names("reset_totp", "reset_password", "remove_passkeys", "remove_identities"),
    of: "reset_totp, reset_password, remove_passkeys or remove_identities",
  },
  "customer.merge": { when: always, of: "" },
  "settings.loosen": {
    when: ({ staff_second_factor }) => staff_second_factor === false,
    of: "staff_second_factor: false",
  },
  "login.provider": { when: always, of: "" },
  "mail.server": { when: always, of: "" },
  "mail.operator": { when: always, of: "" },
  "money.adjust": { when: always, of: "" },
  "money.gift_cards": { when: always, of: "" },
  "money.confirm": { when: always, of: "" },
  "money.approve": { when: always, of: "" },
  "money.channel": { when: names("settings"), of: "settings" },
  "site.trust": {
    when: ({ settlement_mode }) => settlement_mode === "trust",
    of: "settlement_mode: trust",
  },
  "site.money": { when: always, of: "" },
  "site.release": { when: ({ from_deposit }) => from_deposit === false, of: "from_deposit: false" },
  "site.secret": { when: always, of: "" },
  "license.withdraw": { when: ({ withdraw }) => withdraw === true, of: "withdraw: true" },
} as const satisfies Record<string, { when: (body: Body) => boolean; of: string }>;

export type ProvedAct = keyof typeof provedActs;

/** For the description of the API. */
export function provedActSentence(act: ProvedAct): string {
  const { of } = provedActs[act];
  const minutes = proofSeconds / 60;
  return `${of ? `With ${of} it` : "It"} asks for a log-in, or POST /admin/session/proof, of the last ${minutes} minutes.`;
}

/** @throws AppError `forbidden` when this session has proved nothing of late, or the token was not made for such acts */
export async function requireProof(
  { sessionId, token }: AdminActor,
  act: ProvedAct,
  body: unknown,
): Promise<void> {
  if (!provedActs[act].when((body ?? {}) as Body)) return;
  if (token?.isProved) return;
  if (token) throw new AppError("forbidden", "token_not_proved");
  const proved = await db().staffSession.count({
    where: { id: sessionId, provedAt: { gt: addSeconds(now(), -proofSeconds) } },
  });
  if (proved === 0) throw new AppError("forbidden", "prove_first");
}
