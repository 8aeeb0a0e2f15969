import type { Lock, Locker } from "@tus/server";
import { addSeconds, now } from "../../../core/clock";
import { newUuid } from "../../../core/ids";
import { db } from "../../../db/client";

/** A process that died holds it no longer than that; one that lives renews it in time. */
const leaseSeconds = 60;
const renewMs = 20_000;
const pauseMs = 100;
const longestWaitMs = 15_000;

/** Clients of the protocol try again after this. */
const busy = { status_code: 423, body: "another piece of this upload is being stored\n" };

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Pieces of one upload are stored one after the other, whichever process they come to: two that are stored at once would both
 * become the same part. The lease stands in the version's row and ends by itself.
 */
class UploadLease implements Lock {
  private readonly owner = newUuid();
  private renewing: NodeJS.Timeout | undefined;

  constructor(private readonly storageKey: string) {}

  private async take(): Promise<boolean> {
    const { storageKey, owner } = this;
    const { count } = await db().fileVersion.updateMany({
      where: { storageKey, OR: [{ leaseUntil: null }, { leaseUntil: { lte: now() } }] },
      data: { leaseOwner: owner, leaseUntil: addSeconds(now(), leaseSeconds) },
    });
    return count === 1;
  }

  private async renew(): Promise<void> {
    const { storageKey, owner: leaseOwner } = this;
    await db().fileVersion.updateMany({
      where: { storageKey, leaseOwner },
      data: { leaseUntil: addSeconds(now(), leaseSeconds) },
    });
  }

  async lock(signal: AbortSignal): Promise<void> {
    const end = performance.now() + longestWaitMs;
    while (!(await this.take())) {
      if (signal.aborted || performance.now() > end) throw busy;
      await pause();
    }
    // One that could not be renewed is tried again before it ends.
    this.renewing = setInterval(() => void this.renew().catch(() => undefined), renewMs).unref();
  }

  async unlock(): Promise<void> {
    clearInterval(this.renewing);
    const { storageKey, owner: leaseOwner } = this;
    await db().fileVersion.updateMany({
      where: { storageKey, leaseOwner },
      data: { leaseOwner: null, leaseUntil: null },
    });
  }
}

export const uploadLocker = (storageKey: string): Locker => ({ newLock: () => new UploadLease(storageKey) });
