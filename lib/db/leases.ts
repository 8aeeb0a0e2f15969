import { now } from "../core/clock";

/** Tokens of a shared limit that this process took in advance. None left from the start: refused until then. */
export interface Lease {
  left: number;
  until: Date;
}

interface Slot extends Lease {
  isRefusal: boolean;
}

/** What has been answered already, for callers that cannot wait. */
const held = new Map<string, Slot>();

const leases = new Map<string, Promise<Slot>>();
const maxLeases = 10_000;

/**
 * Takes one token of the lease that this process holds for `key`, or of a new one. Calls that come together share it.
 * @returns null, or until when the limit is used up.
 */
export async function takeFromLease(key: string, takeLease: () => Promise<Lease>): Promise<Date | null> {
  for (;;) {
    let pending = leases.get(key);
    const isOurs = !pending;
    if (!pending) {
      if (leases.size >= maxLeases) forgetLeases();
      pending = takeLease().then((lease) => {
        const slot = { ...lease, isRefusal: lease.left === 0 };
        held.set(key, slot);
        return slot;
      });
      leases.set(key, pending);
      pending.catch(() => leases.delete(key));
    }
    const lease = await pending;
    // Who took the lease may use it even if it was over at once.
    const isOpen = isOurs || lease.until > now();
    if (isOpen && lease.left > 0) {
      lease.left -= 1;
      return null;
    }
    if (isOpen && lease.isRefusal) return lease.until;
    // Used up or over: the next lease says how things stand.
    if (leases.get(key) === pending) {
      leases.delete(key);
      held.delete(key);
    }
  }
}

/** Takes one token where this process holds a lease that has one. @returns false when the database has to be asked */
export function takeFromHeldLease(key: string): boolean {
  const lease = held.get(key);
  if (!lease || lease.left <= 0 || lease.until <= now()) return false;
  lease.left -= 1;
  return true;
}

/** Forgets what this process had leased. */
export function forgetLeases(): void {
  leases.clear();
  held.clear();
}
