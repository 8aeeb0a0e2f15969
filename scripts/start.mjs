// `npm start`: everything that is missing, then the shop in this very process. `node scripts/start.mjs worker` runs
// only the worker, beside any number of shops that share a database.
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import {
  bundlePrograms,
  ensureBuild,
  ensureClient,
  ensurePackages,
  invokedFrom,
  main,
  StopError,
  stopChildren,
} from "./bootstrap.mjs";

function readArguments(args) {
  let isWorker = false;
  const rest = [...args];
  while (rest.length > 0) {
    const [name, inline] = rest.shift().split(/=(.*)/s);
    if (name === "worker") isWorker = true;
    else if (name === "--config") {
      const file = inline ?? rest.shift();
      if (!file) throw new StopError("--config needs the path of a configuration file.");
      process.env.KEYSHELF_CONFIG = path.resolve(invokedFrom, file);
    } else throw new StopError(`Unknown argument ${name}. Known: --config <file>, worker.`);
  }
  return { isWorker };
}

process.once("SIGINT", stopChildren);
process.once("SIGTERM", stopChildren);

// Lets the heap grow in small steps: a tenth more work for the collector, and a third less memory under load.
setFlagsFromString("--heap-growing-percent=25");

await main(async () => {
  const { isWorker } = readArguments(process.argv.slice(2));
  await ensurePackages();
  await ensureClient();
  if (isWorker) await bundlePrograms();
  else await ensureBuild();
  process.removeListener("SIGINT", stopChildren);
  process.removeListener("SIGTERM", stopChildren);
  process.env.NODE_ENV = "production";
  if (isWorker) await (await import("../build/work.mjs")).work();
  else await (await import("../build/serve.mjs")).serve({ isDevelopment: false });
});
