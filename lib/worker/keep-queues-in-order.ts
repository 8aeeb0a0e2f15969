import type { Job, WorkerEvents } from "graphile-worker";
import { log } from "../core/process/log";

const isBefore = (a: Job, b: Job): boolean =>
  a.priority - b.priority < 0 || (a.priority === b.priority && +a.run_at < +b.run_at);

/** Takes all but the first job of each named queue out of `jobs`. */
function takeOthers(jobs: Job[]): Job[] {
  const first = new Map<number, Job>();
  for (const job of jobs) {
    if (job.job_queue_id === null) continue;
    const known = first.get(job.job_queue_id);
    if (!known || isBefore(job, known)) first.set(job.job_queue_id, job);
  }
  const others = jobs.filter((job) => job.job_queue_id !== null && first.get(job.job_queue_id) !== job);
  if (others.length > 0) {
    const stays = jobs.filter((job) => !others.includes(job));
    jobs.splice(0, jobs.length, ...stays);
  }
  return others;
}

/**
 * A block may hold several jobs of one named queue, which would run at the same time: one partner that hangs would then occupy
 * every worker. Before the block is handed out, all but the first job of each queue are given back to the database, where
 * they wait until the first has ended.
 */
export function keepQueuesInOrder(
  events: WorkerEvents,
  {
    giveBack,
    look,
    endsWithinMs,
  }: {
    giveBack: (jobs: { ids: string[]; pool: string }) => Promise<void>;
    /** Asks for jobs at once, or as soon as that is possible. */
    look: () => void;
    /** After this time the end of a job is usually in the database. */
    endsWithinMs: number;
  },
): void {
  // Before those that count what was taken.
  events.prependListener("localQueue:getJobs:complete", ({ jobs }) => {
    const others = takeOthers(jobs as Job[]);
    const [first] = others;
    if (!first) return;
    // The block is shorter now and looks like the last one, but more jobs may wait in the database.
    look();
    giveBack({ ids: others.map(({ id }) => id), pool: first.locked_by ?? "" }).catch((error: unknown) =>
      log.warn(
        { error },
        "jobs of a queue could not be given back: they are free again in a quarter of a minute",
      ),
    );
  });
  events.on("job:complete", ({ job }) => {
    if (job.job_queue_id !== null) setTimeout(look, endsWithinMs).unref();
  });
}
