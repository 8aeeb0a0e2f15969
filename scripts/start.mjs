// `npm start`: everything that is missing, then the shop in this very process. `node scripts/start.mjs worker` runs
// only the worker, beside any number of shops that share a database; `prepare` does everything but start.
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import {
  ensureBuild,
  ensureClient,
  ensurePackages,
  ensureWorker,
  invokedFrom,
  main,
  notePrepared,
  StopError,
  stopChildren,
  takePrepared,
} from "./bootstrap.mjs";

function readArguments(args) {
  let isWorker = false;
  let isPrepare = false;
  const rest = [...args];
  while (rest.length > 0) {
    const [name, inline] = rest.shift().split(/=(.*)/s);
    if (name === "worker") isWorker = true;
    else if (name === "prepare") isPrepare = true;
    else if (name === "--config") {
      const file = inline ?? rest.shift();
      if (!file) throw new StopError("--config needs the path of a configuration file.");
      process.env.KEYSHELF_CONFIG = path.resolve(invokedFrom, file);
    } else throw new StopError(`Unknown argument ${name}. Known: --config <file>, prepare, worker.`);
  }
  return { isWorker, isPrepare };
}

process.once("SIGINT", stopChildren);
process.once("SIGTERM", stopChildren);

// Lets the heap grow in small steps: a tenth more work for the collector, and a third less memory under load.
setFlagsFromString("--heap-growing-percent=25");

await main(async () => {
  const { isWorker, isPrepare } = readArguments(process.argv.slice(2));
  takePrepared();
  await ensurePackages({ forBuild: false });
  await ensureClient();
  if (isWorker) await ensureWorker();
  else await ensureBuild();
  if (isPrepare) return notePrepared();
  process.removeListener("SIGINT", stopChildren);
  process.removeListener("SIGTERM", stopChildren);
  process.env.NODE_ENV = "production";
  if (isWorker) await (await import("../build/work.mjs")).work();
  else await (await import("../build/serve.mjs")).serve();
});
