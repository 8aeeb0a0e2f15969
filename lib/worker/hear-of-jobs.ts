import type { WorkerEvents, WorkerPool } from "graphile-worker";

/**
 * graphile-worker pauses for a moment between two blocks of jobs and drops the notices of new jobs that arrive during the
 * pause: such a job would wait for the next poll. Here pools that received a notice are asked again when the pause ends.
 * @returns a function that makes every pool look for jobs, as a notice does
 */
export function hearOfJobs(events: WorkerEvents): () => void {
  const pools = new Set<WorkerPool>();
  const heard = new Set<WorkerPool>();
  events.on("pool:create", ({ workerPool }) => pools.add(workerPool));
  events.on("pool:release", ({ workerPool }) => {
    pools.delete(workerPool);
    heard.delete(workerPool);
  });
  events.on("pool:listen:notification", ({ workerPool, message }) => {
    if (message.channel === "jobs:insert") heard.add(workerPool);
  });
  events.on("localQueue:refetchDelay:expired", () => {
    const asking = [...heard];
    heard.clear();
    for (const pool of asking) pool.nudge(1);
  });
  return () => {
    for (const pool of pools) {
      heard.add(pool);
      pool.nudge(1);
    }
  };
}
