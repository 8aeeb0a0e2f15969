import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Routes, withChangingRoutes } from "../../../server/routes/with-routes";

const saying = (text: string) => async () => new Response(text);
const routesThatSay = (text: string): Routes => ({
  "api/v1/word": async () => ({ GET: saying(text) }),
});

let server: Server;
let load: () => Promise<Routes>;

beforeEach(async () => {
  const handle = withChangingRoutes(
    () => load(),
    async (incoming, outgoing) => void outgoing.end(`next: ${incoming.url}`),
  );
  server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: Error) => outgoing.writeHead(500).end(error.message));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.close());

const read = async (path: string) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text();

describe("the routes of a shop in development", () => {
  it("are those that were loaded last", async () => {
    load = async () => routesThatSay("first");
    expect(await read("/api/v1/word")).toBe("first");
    load = async () => routesThatSay("second");
    expect(await read("/api/v1/word")).toBe("second");
  });

  it("take no page away when they do not compile", async () => {
    load = () => Promise.reject(new Error("Unexpected token"));
    expect(await read("/api/v1/word")).toBe("Unexpected token");
    expect(await read("/products")).toBe("next: /products");
    load = async () => routesThatSay("corrected");
    expect(await read("/api/v1/word")).toBe("corrected");
  });

  it("leave every other address of /api to the next", async () => {
    load = async () => routesThatSay("word");
    expect(await read("/api/auth/csrf")).toBe("next: /api/auth/csrf");
  });
});
