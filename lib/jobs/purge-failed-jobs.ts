import { addSeconds, now } from "../core/clock";
import { db } from "../db/client";
import { deleteFailedJobs } from "./sql/graphile-private";

const keptSeconds = 30 * 86_400;
const slice = 10_000;

/** Deletes jobs that failed for good a month ago: the failure raised its alert when it happened. */
export async function purgeFailedJobs(): Promise<void> {
  const before = addSeconds(now(), -keptSeconds);
  while ((await deleteFailedJobs(db(), before, slice)) === slice);
}
