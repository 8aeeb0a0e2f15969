import type { WorkerEvents, WorkerPool } from "graphile-worker";

/**
 * While a pool waits a moment before it fetches the next block, it only counts the notices of new jobs, and then forgets them: a job
 * would wait for the next poll. Whoever gave notice meanwhile is heard when that moment is over.
 * @returns what asks for jobs as a notice does
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
