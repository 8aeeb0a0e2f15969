import { now } from "../core/clock";

/** Tokens of a shared limit that this process took in advance. None left from the start: refused until then. */
export interface Lease {
  left: number;
  until: Date;
}

interface Slot extends Lease {
  isRefusal: boolean;
}

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
      if (leases.size >= maxLeases) leases.clear();
      pending = takeLease().then((lease) => ({ ...lease, isRefusal: lease.left === 0 }));
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
    if (leases.get(key) === pending) leases.delete(key);
  }
}

/** For tests: forgets what this process had leased. */
export const forgetLeases = (): void => leases.clear();
