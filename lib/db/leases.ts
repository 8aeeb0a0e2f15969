import { now } from "../core/clock";

/** Tokens of a shared limit that this process took in advance. A lease that begins with none refuses until it ends. */
export interface Lease {
  left: number;
  until: Date;
}

interface Slot extends Lease {
  isRefusal: boolean;
}

interface Asked {
  slot: Promise<Slot>;
  /** The lease once the database has answered, for callers that cannot wait. */
  held?: Slot;
}

const leases = new Map<string, Asked>();
const maxLeases = 10_000;

/**
 * Takes one token of the lease that this process holds for `key`, or of a new one. Calls that come together share it.
 * @returns null, or until when the limit is used up.
 */
export async function takeFromLease(key: string, takeLease: () => Promise<Lease>): Promise<Date | null> {
  for (;;) {
    let asked = leases.get(key);
    const isOurs = !asked;
    if (!asked) {
      if (leases.size >= maxLeases) leases.clear();
      const slot = takeLease().then((lease) => ({ ...lease, isRefusal: lease.left === 0 }));
      const fresh: Asked = { slot };
      asked = fresh;
      leases.set(key, fresh);
      slot.then(
        (come) => {
          fresh.held = come;
        },
        () => leases.delete(key),
      );
    }
    const lease = await asked.slot;
    // The process that took the lease may use it even if it was over at once.
    const isOpen = isOurs || lease.until > now();
    if (isOpen && lease.left > 0) {
      lease.left -= 1;
      return null;
    }
    if (isOpen && lease.isRefusal) return lease.until;
    // The lease is used up or has ended: the loop asks for a new one.
    if (leases.get(key) === asked) leases.delete(key);
  }
}

/** Takes one token where this process holds a lease that has one. @returns false when the database has to be asked */
export function takeFromHeldLease(key: string): boolean {
  const lease = leases.get(key)?.held;
  if (!lease || lease.left <= 0 || lease.until <= now()) return false;
  lease.left -= 1;
  return true;
}

/** For tests: forgets what this process had leased. */
export const forgetLeases = (): void => leases.clear();
