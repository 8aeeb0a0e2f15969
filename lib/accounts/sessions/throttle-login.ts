import { type LimitName, limits } from "../../config/limits";
import { addSeconds, now } from "../../core/clock";
import { keyedHash } from "../../core/crypto";
import { isAppError } from "../../core/errors";
import { networkOf } from "../../core/formats/ip-ranges";
import { db } from "../../db/client";
import {
  clearFailures,
  consumeLimit,
  consumeNetworkLimit,
  findFailures,
  limitKey,
  refundRateLimit,
} from "../../db/rate-limit";

const knownForSeconds = 90 * 24 * 60 * 60;
export const captchaAfterFailures = 3;

/** The limits table holds no addresses of people. */
const hidden = (text: string) => Buffer.from(keyedHash("limit", text)).toString("base64url").slice(0, 22);

export interface CountedAttempt {
  /** This one attempt was no failure; those before it stay counted. */
  giveBack: () => Promise<void>;
  /** After a success the account's counter is reset; the address gets only this attempt back. */
  clear: () => Promise<void>;
}

export interface LoginGate {
  /** Enough failures lie behind this account or address to ask for a captcha. */
  isSuspicious: boolean;
  /** Counts this attempt as a failure before it is made, so that parallel guesses cannot slip past the limit. */
  attempt: <T>(work: (made: CountedAttempt) => Promise<T>) => Promise<T>;
}

/** Attempt of this process whose count is asked for, or which is counted and open. */
interface RunningAttempt {
  /** False for a refused one, which is none any more. */
  isCounted: Promise<boolean>;
  isOpen: boolean;
  ended: Promise<void>;
  end: () => void;
}

/** By their key. */
const runningAttempts = new Map<string, Set<RunningAttempt>>();

const attemptsOf = (key: string): RunningAttempt[] => [...(runningAttempts.get(key) ?? [])];

function beginAttempt(key: string, asked: Promise<unknown>): RunningAttempt {
  const all = runningAttempts.get(key) ?? new Set();
  let tellEnd = () => {};
  const made: RunningAttempt = {
    isOpen: false,
    ended: new Promise((resolve) => {
      tellEnd = resolve;
    }),
    isCounted: asked.then(
      () => {
        made.isOpen = true;
        return true;
      },
      () => {
        made.end();
        return false;
      },
    ),
    end: () => {
      made.isOpen = false;
      all.delete(made);
      if (all.size === 0) runningAttempts.delete(key);
      tellEnd();
    },
  };
  runningAttempts.set(key, all.add(made));
  return made;
}

/**
 * An attempt is counted before its outcome is known. When attempts that are still open fill the limit, the next one waits
 * until one of them ends, because an attempt that succeeds is taken off the count. It then asks again. Answers of the database
 * overtake each other: a refused attempt first hears of the others that asked with it whether they are counted.
 * @returns what ends it
 * @throws AppError `rate_limited`
 */
async function takeAttempt(name: LimitName, owner: string): Promise<() => void> {
  const key = limitKey(name, owner);
  for (;;) {
    const asked = consumeLimit(name, owner);
    const mine = beginAttempt(key, asked);
    const beside = attemptsOf(key);
    try {
      await asked;
      return mine.end;
    } catch (error) {
      if (!isAppError(error, "rate_limited")) throw error;
      const answers = await Promise.all([...beside, ...attemptsOf(key)].map(({ isCounted }) => isCounted));
      if (!answers.includes(true)) throw error;
      // Before the refund, during which the last one may end.
      const open = attemptsOf(key).filter(({ isOpen }) => isOpen);
      await refundRateLimit(key);
      if (open.length > 0) await Promise.race(open.map(({ ended }) => ended));
    }
  }
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
 * before has a count of its own, so strangers cannot lock the owner out. Shoppers and staff are counted apart: what goes wrong in
 * the shop does not lock staff out of the admin.
 */
export async function openLoginGate(realm: "user" | "staff", email: string, ip: string): Promise<LoginGate> {
  const scope = (await isKnownIp(realm, email, ip)) ? `:${ip}` : "";
  const account = `${realm}:${hidden(email)}${scope}`;
  const network = `${realm}:${networkOf(ip)}`;
  const accountKey = limitKey("login", account);
  const ipKey = limitKey("login_network", network);
  const [ofAccount, ofIp] = await Promise.all([findFailures(accountKey), findFailures(ipKey)]);
  const made: CountedAttempt = {
    giveBack: async () => {
      await refundRateLimit(ipKey);
      await refundRateLimit(accountKey);
    },
    clear: async () => {
      // Not the whole address: somebody with an account of their own must not reset what they guessed at others'.
      await refundRateLimit(ipKey);
      await clearFailures(accountKey);
    },
  };
  return {
    isSuspicious: Math.max(ofAccount?.count ?? 0, ofIp?.count ?? 0) >= captchaAfterFailures,
    attempt: async (work) => {
      const endOfIp = await takeAttempt("login_network", network);
      try {
        const endOfAccount = await takeAttempt("login", account);
        try {
          return await work(made);
        } finally {
          endOfAccount();
        }
      } finally {
        endOfIp();
      }
    },
  };
}

/** After a reset the owner comes from wherever they are. */
export const forgetLoginFailures = (email: string) =>
  clearFailures(limitKey("login", `user:${hidden(email)}`));

/** Wrong passwords and codes of somebody who is logged in already, or half way. */
export async function takeProofAttempt(owner: string): Promise<void> {
  await consumeLimit("proof", owner);
}
export const forgetProofAttempts = (owner: string) => clearFailures(limitKey("proof", owner));

/** Each log-in by a provider makes the shop call it. */
export const takeProviderLogin = (ip: string): Promise<void> => consumeNetworkLimit("login_provider", ip);

export const codeGapSeconds = limits.send_code_gap.windowSeconds;

/** A7: one mail a minute and five an hour for an address, twenty an hour for an IP. */
export async function takeCodeMail(email: string, ip: string): Promise<void> {
  await consumeLimit("send_code_gap", hidden(email));
  await consumeNetworkLimit("send_code_network", ip);
  await consumeLimit("send_code_address", hidden(email));
}
