import { getConfig } from "@/lib/config/config";
import { setLogLevel } from "@/lib/core/process/log";
import { keepProbingWrites } from "@/lib/operations/probe-writes";
import { keepWatching } from "@/lib/operations/watch-queue";
import { startWorker } from "@/lib/worker/start";
import { StartError } from "./door/front-door";
import { keepGivingBack } from "./give-back";
import { noteStart } from "./note-start";
import { openDatabase } from "./open-database";
import { say } from "./say";
import { serveMetrics } from "./serve-metrics";
import { startTracing } from "./start-tracing";
import { Stopping } from "./stopping";

/** Only the worker, for a shop with `worker: separate`. */
export async function work(): Promise<void> {
  const { database, log } = getConfig();
  setLogLevel(log.level);
  if (!database.url) {
    throw new StartError(
      "A separate worker shares a database with its shop: set database.url (DATABASE_URL) for both. " +
        "With the embedded database the worker runs inside the shop (worker: inline).",
    );
  }
  const stopping = new Stopping();
  stopping.listen();
  await startTracing(stopping);
  await openDatabase(stopping);
  await serveMetrics(stopping);
  const watch = keepWatching();
  stopping.add("the watch", async () => watch.stop());
  const probe = keepProbingWrites();
  stopping.add("the probe of writes", async () => probe.stop());
  const stopGivingBack = keepGivingBack();
  stopping.add("the memory", async () => stopGivingBack());
  const worker = await startWorker();
  stopping.add("the worker", worker.stop);
  noteStart("worker");
  say("The worker is running. Ctrl-C stops it.");
}
