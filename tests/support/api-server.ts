/**
 * A process that serves the shop's real route handlers over plain node:http, for tests that need two processes on one
 * database or one that is killed. Started by start-api-server.ts; says `ready <port>` when it listens.
 */
import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { getConfig } from "@/lib/config/config";
import { armFailpoint, isFailpoint } from "@/lib/core/failpoint";
import { setLogLevel } from "@/lib/core/log";
import { peerHeader } from "@/lib/http/client-info";
import { startWorker } from "@/lib/worker/start";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

interface Route {
  pattern: RegExp;
  names: string[];
  file: string;
  /** Fixed segments win over named ones, those over a catch-all. */
  rank: string;
}

const root = path.resolve(import.meta.dirname, "../..");

function toRoute(file: string): Route {
  const segments = path.dirname(file).split(path.sep);
  const names: string[] = [];
  const parts = segments.map((segment) => {
    const name = /^\[(\.\.\.)?(\w+)\]$/.exec(segment);
    if (!name) return segment.replace(/[.*+?^${}()|\\]/g, "\\$&");
    names.push(name[2] ?? "");
    return name[1] ? "(.+)" : "([^/]+)";
  });
  const rank = segments
    .map((segment) => (segment.startsWith("[...") ? "2" : segment.startsWith("[") ? "1" : "0"))
    .join("");
  return { pattern: new RegExp(`^/${parts.join("/")}$`), names, file: path.join(root, "app", file), rank };
}

const routes = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts" && !file.includes("nextauth"))
  .map(toRoute)
  .sort((a, b) => (a.rank < b.rank ? -1 : 1));

async function findHandler(method: string, pathname: string) {
  for (const { pattern, names, file } of routes) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const module = (await import(pathToFileURL(file).href)) as Record<string, Handler | undefined>;
    const params = Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? "")]),
    );
    return { handler: module[method], params };
  }
  return null;
}

function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set(peerHeader, incoming.socket.remoteAddress ?? "127.0.0.1");
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`, {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
  });
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = toRequest(incoming);
  const found = await findHandler(request.method, new URL(request.url).pathname);
  const response = found?.handler
    ? await found.handler(request, { params: Promise.resolve(found.params) })
    : new Response("not found", { status: 404 });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

const { KEYSHELF_FAILPOINT: point = "", KEYSHELF_TEST_LOG: level = "silent" } = process.env;
if (isFailpoint(point)) armFailpoint(point);
setLogLevel(level);

const server = createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch((error: unknown) => {
    console.error(error);
    outgoing.destroy();
  });
});
const worker = getConfig().worker === "inline" ? await startWorker() : null;
server.listen(getConfig().server.port, "127.0.0.1", () => console.log(`ready ${getConfig().server.port}`));

process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void (worker?.stop() ?? Promise.resolve()).finally(() => process.exit(0));
});
