import type { Lock, Locker } from "@tus/server";
import { addSeconds, now } from "../../../../core/clock";
import { newUuid } from "../../../../core/ids";
import { db } from "../../../../db/client";

/** A process that died holds it no longer than that; one that lives renews it in time. */
const leaseSeconds = 60;
const renewMs = 20_000;
const pauseMs = 100;
const longestWaitMs = 15_000;

/** Clients of the protocol ask how far the upload is and try again after these. */
const busy = { status_code: 423, body: "another piece of this upload is being stored\n" };
const lost = { status_code: 423, body: "storing this piece took too long, and another process went on\n" };

type RequestRelease = Parameters<Lock["lock"]>[1];

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Pieces of one upload are stored one after the other, whichever process they come to: two that are stored at once would both
 * become the same part. The lease stands in the version's row and ends by itself. Whoever was too slow to renew it and finds
 * another owner there stops, and what it stored counts for nothing: it neither answers that the piece is there nor completes
 * the upload.
 */
class UploadLease implements Lock {
  private readonly owner = newUuid();
  private renewing: NodeJS.Timeout | undefined;

  constructor(private readonly storageKey: string) {}

  private async take(): Promise<boolean> {
    const { storageKey, owner } = this;
    const { count } = await db().fileVersion.updateMany({
      where: { storageKey, status: "uploading", OR: [{ leaseUntil: null }, { leaseUntil: { lte: now() } }] },
      data: { leaseOwner: owner, leaseUntil: addSeconds(now(), leaseSeconds) },
    });
    return count === 1;
  }

  /** The piece before this one may have been the last. */
  private async isOpen(): Promise<boolean> {
    const where = { storageKey: this.storageKey, status: "uploading" } as const;
    return (await db().fileVersion.count({ where })) === 1;
  }

  /** @returns false when another one owns it by now */
  private async keep(leaseOwner: string | null, leaseUntil: Date | null): Promise<boolean> {
    const { count } = await db().fileVersion.updateMany({
      where: { storageKey: this.storageKey, leaseOwner: this.owner },
      data: { leaseOwner, leaseUntil },
    });
    return count === 1;
  }

  private async renew(release: RequestRelease): Promise<void> {
    if (!(await this.keep(this.owner, addSeconds(now(), leaseSeconds)))) await release();
  }

  async lock(signal: AbortSignal, release: RequestRelease): Promise<void> {
    const end = performance.now() + longestWaitMs;
    while (!(await this.take())) {
      if (signal.aborted || performance.now() > end || !(await this.isOpen())) throw busy;
      await pause();
    }
    // Tries a lease that could not be renewed again before it ends.
    this.renewing = setInterval(() => void this.renew(release).catch(() => undefined), renewMs).unref();
  }

  async unlock(): Promise<void> {
    clearInterval(this.renewing);
    if (!(await this.keep(null, null))) throw lost;
  }
}

export const uploadLocker = (storageKey: string): Locker => ({ newLock: () => new UploadLease(storageKey) });
