import { hash, verify } from "@node-rs/argon2";
import { normalPassword } from "./password-policy";

/** OWASP's first choice for argon2id; raising it rehashes at the next log-in. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const maxAtOnce = 8;
let running = 0;
const waiting: (() => void)[] = [];

/** A5: hashing costs 19 MiB each, so a burst of log-ins queues instead of filling the memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** A PHC string, computed off the event loop. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalPassword(password), hashCost));

let decoy: Promise<string> | undefined;

/** A2: without a hash (no account has this address, or the account no password) it computes as long as with one, and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("decoy");
  const against = stored || (await decoy);
  const isRight = await inTurn(() => verify(against, normalPassword(password))).catch(() => false);
  return isRight && Boolean(stored);
}

export function needsRehash(stored: string): boolean {
  const cost = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored);
  if (!cost) return true;
  return Number(cost[1]) < hashCost.memoryCost || Number(cost[2]) < hashCost.timeCost;
}
