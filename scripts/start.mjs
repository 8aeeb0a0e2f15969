// `npm start`: everything that is missing, then the shop in this very process. `node scripts/start.mjs worker` runs
// only the worker, beside any number of shops that share a database; `prepare` does everything but start.
import {
  ensureBuild,
  ensureClient,
  ensurePackages,
  ensureWorker,
  main,
  notePrepared,
  stopChildren,
  takePrepared,
} from "./bootstrap.mjs";
import { openBuilt, readArguments } from "./program.mjs";

process.once("SIGINT", stopChildren);
process.once("SIGTERM", stopChildren);

await main(async () => {
  const given = readArguments(process.argv.slice(2), ["prepare", "worker"]);
  const isWorker = given.has("worker");
  takePrepared();
  await ensurePackages({ forBuild: false });
  await ensureClient();
  if (isWorker) await ensureWorker();
  else await ensureBuild();
  if (given.has("prepare")) return notePrepared();
  process.removeListener("SIGINT", stopChildren);
  process.removeListener("SIGTERM", stopChildren);
  await openBuilt({ isWorker });
});
