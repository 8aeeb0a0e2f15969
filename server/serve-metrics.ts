import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getConfig } from "@/lib/config/config";
import { log } from "@/lib/core/process/log";
import { metricsType, writeMetrics } from "@/lib/operations/write-metrics";
import { StartError } from "./door/front-door";
import type { Stopping } from "./stopping";

/** On `metrics.port`: a door for Prometheus that no visitor reaches, for shops and separate workers. */
export async function serveMetrics(stopping: Stopping): Promise<AddressInfo | null> {
  const { host, port } = getConfig().metrics;
  if (port === null) return null;
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404).end("Not found\n");
      return;
    }
    writeMetrics().then(
      (text) => response.writeHead(200, { "content-type": metricsType }).end(text),
      (error: unknown) => {
        log.error({ error }, "the figures could not be written");
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        new StartError(`metrics.port (KEYSHELF_METRICS__PORT) ${port} cannot be used: ${error.message}`, {
          cause: error,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  stopping.add("the metrics", async () => {
    server.close();
    server.closeAllConnections();
  });
  return server.address() as AddressInfo;
}
