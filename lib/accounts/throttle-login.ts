import { getConfig } from "../config/config";
import { addSeconds, now } from "../core/clock";
import { keyedHash } from "../core/crypto";
import { networkOf } from "../core/ip-ranges";
import { db } from "../db/client";
import { clearFailures, findFailures, giveTurnBack, takeTurn } from "../db/rate-limit";

const windowSeconds = 15 * 60;
const knownForSeconds = 90 * 24 * 60 * 60;
export const captchaAfterFailures = 3;

/** The limits table holds no addresses of people. */
const hidden = (text: string) => Buffer.from(keyedHash("limit", text)).toString("base64url").slice(0, 22);

export interface LoginGate {
  /** Enough failures lie behind this account or address to ask for a captcha. */
  isSuspicious: boolean;
  /** Counts this try as a failure before it is made, so that parallel guesses cannot slip past the limit. */
  takeTry: () => Promise<void>;
  /** This one try was no failure; those before it stay counted. */
  giveBack: () => Promise<void>;
  /** The owner is in: the account starts anew, the address only gets this try back. */
  clear: () => Promise<void>;
}

async function isKnownIp(realm: "user" | "staff", email: string, ip: string): Promise<boolean> {
  const at = { email, ip, result: "success", createdAt: { gt: addSeconds(now(), -knownForSeconds) } };
  const seen = await db().loginLog.findFirst({
    where: realm === "user" ? { ...at, staffId: null } : { ...at, staffId: { not: null } },
    select: { id: true },
  });
  return seen !== null;
}

/**
 * A3: five failures in 15 minutes for an account and twenty for an address. An address from which this account was used
 * before has a count of its own, so strangers cannot lock the owner out.
 */
export async function openLoginGate(realm: "user" | "staff", email: string, ip: string): Promise<LoginGate> {
  const { loginFailuresPerAccount, loginsPerIp } = getConfig().limits;
  const scope = (await isKnownIp(realm, email, ip)) ? `:${ip}` : "";
  const accountKey = `login:${realm}:${hidden(email)}${scope}`;
  const ipKey = `login:ip:${networkOf(ip)}`;
  const [ofAccount, ofIp] = await Promise.all([findFailures(accountKey), findFailures(ipKey)]);
  return {
    isSuspicious: Math.max(ofAccount?.count ?? 0, ofIp?.count ?? 0) >= captchaAfterFailures,
    takeTry: async () => {
      await takeTurn(ipKey, { limit: loginsPerIp, windowSeconds });
      await takeTurn(accountKey, { limit: loginFailuresPerAccount, windowSeconds });
    },
    giveBack: async () => {
      await giveTurnBack(ipKey);
      await giveTurnBack(accountKey);
    },
    clear: async () => {
      // Not the whole address: somebody with an account of their own must not reset what they guessed at others'.
      await giveTurnBack(ipKey);
      await clearFailures(accountKey);
    },
  };
}

/** After a reset the owner comes from wherever they are. */
export const forgetLoginFailures = (email: string) => clearFailures(`login:user:${hidden(email)}`);

/** Wrong passwords and codes of somebody who is logged in already, or half way. */
export async function takeProofTry(owner: string, limit = 10): Promise<void> {
  await takeTurn(`proof:${owner}`, { limit, windowSeconds: 60 * 60 });
}
export const forgetProofTries = (owner: string) => clearFailures(`proof:${owner}`);

const hour = 60 * 60;
export const codeGapSeconds = 60;

/** A7: one mail a minute and five an hour for an address, twenty an hour for an IP. */
export async function takeCodeMail(email: string, ip: string): Promise<void> {
  const { sendCodePerAddressHour, sendCodePerIpHour } = getConfig().limits;
  await takeTurn(`send-code:gap:${hidden(email)}`, { limit: 1, windowSeconds: codeGapSeconds });
  await takeTurn(`send-code:ip:${networkOf(ip)}`, { limit: sendCodePerIpHour, windowSeconds: hour });
  await takeTurn(`send-code:address:${hidden(email)}`, {
    limit: sendCodePerAddressHour,
    windowSeconds: hour,
  });
}
