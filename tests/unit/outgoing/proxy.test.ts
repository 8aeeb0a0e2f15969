import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useResolver } from "@/lib/outgoing/guarded-agent";
import { callOut } from "@/lib/outgoing/outgoing-call";

const servers: Server[] = [];
const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    servers.push(server);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

/** Addresses that the proxy was asked for. It leads all of them to `port`, or refuses a tunnel. */
let asked: string[];
async function aProxy(port: number, isOpen = true): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    asked.push(incoming.url ?? "");
    const onward = request({ port, host: "127.0.0.1", path: "/", headers: incoming.headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502);
      from.pipe(answer);
    });
    onward.end();
  });
  proxy.on("connect", ({ url }, socket) => {
    asked.push(url ?? "");
    if (!isOpen) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  return `http://127.0.0.1:${await listen(proxy)}`;
}

const call = (url: string, allowsPrivate = false) =>
  callOut({
    url,
    method: "GET",
    headers: {},
    totalMs: 10_000,
    maxBytes: 1_000,
    overflow: "cut",
    allowsPrivate,
    anyPort: true,
  });

let port: number;
beforeEach(async () => {
  asked = [];
  port = await listen(createServer((request, answer) => answer.end(`for ${request.headers.host}`)));
  // Behind a proxy names of the outside are often not known.
  useResolver((_, done) => done(Object.assign(new Error("not known"), { code: "ENOTFOUND" }), []));
});

afterEach(() => {
  vi.unstubAllEnvs();
  useResolver(null);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("calls to other hosts", () => {
  it.each(["HTTP_PROXY", "http_proxy"])(
    "go through the proxy of %s, which looks the name up [C148]",
    async (name) => {
      vi.stubEnv(name, await aProxy(port));
      expect((await call("http://gateway.test/pay")).text).toBe("for gateway.test");
      expect(asked).toEqual(["http://gateway.test/pay"]);
    },
  );

  it("go through a tunnel of HTTPS_PROXY where they are sealed [C148]", async () => {
    vi.stubEnv("HTTPS_PROXY", await aProxy(port));
    // No certificate is there, so the call ends after the tunnel.
    await expect(call("https://gateway.test/pay")).rejects.toMatchObject({ name: "OutgoingError" });
    expect(asked).toEqual(["gateway.test:443"]);
  });

  it("go straight to the hosts of NO_PROXY, and without a proxy to all [C148]", async () => {
    vi.stubEnv("HTTP_PROXY", await aProxy(port));
    vi.stubEnv("NO_PROXY", "127.0.0.1,.inside.test");
    expect((await call(`http://127.0.0.1:${port}/`, true)).status).toBe(200);
    await expect(call("http://a.inside.test/")).rejects.toMatchObject({ failure: "dns" });
    vi.stubEnv("HTTP_PROXY", "");
    useResolver((_, done) => done(null, [{ address: "127.0.0.1", family: 4 }]));
    expect((await call(`http://gateway.test:${port}/`, true)).text).toBe(`for gateway.test:${port}`);
    expect(asked).toEqual([]);
  });

  it("lead inside through no proxy either, by address or by a name that is known here [C53, C148]", async () => {
    vi.stubEnv("HTTP_PROXY", await aProxy(port));
    useResolver((_, done) => done(null, [{ address: "10.0.0.7", family: 4 }]));
    for (const url of ["http://10.0.0.7/", "http://inside.test/"])
      await expect(call(url)).rejects.toMatchObject({ failure: "private_address" });
    expect(asked).toEqual([]);
  });

  it("say that they were refused where the proxy refuses [C148]", async () => {
    vi.stubEnv("HTTPS_PROXY", await aProxy(port, false));
    useResolver(null);
    await expect(call("https://gateway.test/")).rejects.toMatchObject({ failure: "refused" });
  });
});
