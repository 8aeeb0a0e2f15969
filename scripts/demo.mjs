// `npm run demo`: a main site on 8080 and an agent site on 8081, paired, with the test gateway. Their data is in data/demo.
// `npm run demo -- --gateways`: the same, and the main site sells through a fake gateway of each protocol, played on 8090.
// `npm run demo -- --cluster`: one shop in three processes behind a balancer on 8080, on three nodes of PostgreSQL under
// Patroni and etcd. Its data is in data/cluster.
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild, ensureClient, ensurePackages, main, StopError, stopChildren } from "./bootstrap.mjs";

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        "main-port": { type: "string", default: "8080" },
        "agent-port": { type: "string", default: "8081" },
        cluster: { type: "boolean", default: false },
        gateways: { type: "boolean", default: false },
        "desk-port": { type: "string", default: "8090" },
        data: { type: "string" },
      },
    });
    const ports = ["main-port", "agent-port", "desk-port"].map((name) => Number(values[name]));
    if (!ports.every((port) => port > 0) || new Set(ports).size < ports.length) {
      throw new Error("The ports must be different numbers.");
    }
    const [mainPort, agentPort, deskPort] = ports;
    const folder = path.resolve(values.data ?? (values.cluster ? "data/cluster" : "data/demo"));
    return {
      mainPort,
      agentPort,
      deskPort: values.gateways ? deskPort : null,
      folder,
      isCluster: values.cluster,
    };
  } catch (error) {
    throw new StopError(
      `${error.message} Known: --cluster, --gateways, --main-port <port>, --agent-port <port>, --desk-port <port>, --data <folder>.`,
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
  process.removeListener("SIGINT", stopChildren);
  process.removeListener("SIGTERM", stopChildren);
  process.env.NODE_ENV = "production";
  if (options.isCluster) await (await import("../build/demo-cluster.mjs")).demoCluster(options);
  else await (await import("../build/demo.mjs")).demo(options);
});
