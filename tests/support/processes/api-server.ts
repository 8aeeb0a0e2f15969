/**
 * A process that serves the shop's real route handlers over plain node:http, for tests that need two processes on one
 * database or one that is killed. Started by start-api-server.ts; says `ready <port>` when it listens.
 */
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { getConfig } from "@/lib/config/config";
import { armFailpoint, isFailpoint } from "@/lib/core/process/failpoint";
import { setLogLevel } from "@/lib/core/process/log";
import { disconnect } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/caller/client-info";
import type { RouteModule } from "@/lib/http/operations";
import { startWorker } from "@/lib/worker/start";
import { withRoutes } from "../../../server/routes/with-routes";
import { startTracing } from "../../../server/start-tracing";
import { Stopping } from "../../../server/stopping";

/** The bundler reads the pattern of the import, and takes every route with it. */
const routes = Object.fromEntries(
  readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts" && !/(^|\/)\[\.\.\./.test(file))
    .map((file) => path.dirname(file).split(path.sep).join("/"))
    .map((place) => [place, (): Promise<RouteModule> => import(`../../../app/${place}/route.ts`)]),
);

const serve = withRoutes(routes, async (_, outgoing) => {
  outgoing.writeHead(404).end("not found");
});

const { KEYSHELF_FAILPOINT: point = "", KEYSHELF_TEST_LOG: level = "silent" } = process.env;
if (isFailpoint(point)) armFailpoint(point);
setLogLevel(level);

const server = createServer((incoming, outgoing) => {
  incoming.headers[peerHeader] = incoming.socket.remoteAddress ?? "127.0.0.1";
  serve(incoming, outgoing).catch((error: unknown) => {
    console.error(error);
    outgoing.destroy();
  });
});
const stopping = new Stopping();
stopping.listen();
await startTracing(stopping);
stopping.add("the connections", disconnect);
// Ten times as often as a shop: tests wait for what the clock has made due.
if (getConfig().worker === "inline")
  stopping.add("the worker", (await startWorker({ beat: 1000, lease: 1000 })).stop);
stopping.setFirst("the server", async () => {
  server.close();
  server.closeAllConnections();
});
server.listen(getConfig().server.port, "127.0.0.1", () => console.log(`ready ${getConfig().server.port}`));
