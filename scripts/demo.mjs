// `npm run demo`: a main site on 8080 and an agent site on 8081, paired, with the test gateway. Their data is in data/demo.
// `npm run demo -- --cluster`: one shop in three processes behind a balancer on 8080, on three nodes of PostgreSQL under
// Patroni and etcd. Its data is in data/cluster.
import path from "node:path";
import { parseArgs } from "node:util";
import {
  bundlePrograms,
  ensureBuild,
  ensureClient,
  ensurePackages,
  main,
  StopError,
  stopChildren,
} from "./bootstrap.mjs";

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        "main-port": { type: "string", default: "8080" },
        "agent-port": { type: "string", default: "8081" },
        cluster: { type: "boolean", default: false },
        data: { type: "string" },
      },
    });
    const [mainPort, agentPort] = [Number(values["main-port"]), Number(values["agent-port"])];
    if (!(mainPort > 0 && agentPort > 0 && mainPort !== agentPort)) {
      throw new Error("The two ports must be two numbers.");
    }
    const folder = path.resolve(values.data ?? (values.cluster ? "data/cluster" : "data/demo"));
    return { mainPort, agentPort, folder, isCluster: values.cluster };
  } catch (error) {
    throw new StopError(
      `${error.message} Known: --cluster, --main-port <port>, --agent-port <port>, --data <folder>.`,
    );
  }
}

process.once("SIGINT", stopChildren);
process.once("SIGTERM", stopChildren);

await main(async () => {
  const options = readArguments();
  await ensurePackages();
  await ensureClient();
  await ensureBuild();
  await bundlePrograms();
  process.removeListener("SIGINT", stopChildren);
  process.removeListener("SIGTERM", stopChildren);
  process.env.NODE_ENV = "production";
  if (options.isCluster) await (await import("../build/demo-cluster.mjs")).demoCluster(options);
  else await (await import("../build/demo.mjs")).demo(options);
});
