import { db } from "../db/client";
import { workerLock } from "../db/worker-lock";
import { readDueJobs } from "../jobs/sql/graphile-private";
import { countLivingWorkers, readOldestUnsentMailSeconds } from "./sql/health";

export interface QueueState {
  /** Processes whose workers hold their lock. */
  workers: number;
  due: number;
  oldestDueSeconds: number;
  oldestUnsentMailSeconds: number;
}

export async function readQueueState(): Promise<QueueState> {
  const [workers, { due, oldestDueSeconds }, oldestUnsentMailSeconds] = await Promise.all([
    countLivingWorkers(db(), workerLock),
    readDueJobs(db()),
    readOldestUnsentMailSeconds(db()),
  ]);
  return { workers, due, oldestDueSeconds, oldestUnsentMailSeconds };
}
