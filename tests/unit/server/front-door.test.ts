import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FrontDoor, peerHeader, StartError } from "../../../server/door/front-door";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

let door: FrontDoor;
let port: number;
const agent = new Agent({ keepAlive: true });

const echo: Handler = async (incoming, response) => {
  response.end(JSON.stringify(incoming.headers));
};

beforeEach(async () => {
  door = new FrontDoor();
  ({ port } = await door.listen("127.0.0.1", 0));
});

afterEach(() => door.close(100));

async function get(path: string, headers: Record<string, string> = {}) {
  const call = request({ host: "127.0.0.1", port, path, headers, agent }).end();
  const [response] = (await once(call, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

const openConnections = (of: FrontDoor): Promise<number> =>
  new Promise((resolve, reject) =>
    of.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe("the front door", () => {
  it("puts the socket's address in the place of whatever a client sent [A4]", async () => {
    door.open(echo);
    const { text } = await get("/", { [peerHeader]: "198.51.100.9", "X-Keyshelf-Peer": "198.51.100.9" });
    expect(JSON.parse(text)[peerHeader]).toBe("127.0.0.1");
  });

  it("ends each connection with its answer when it is draining, and still answers", async () => {
    door.open(echo);
    expect((await get("/")).headers.connection).toBe("keep-alive");
    door.drain();
    const { status, headers } = await get("/");
    expect([status, headers.connection]).toEqual([200, "close"]);
  });

  it("listens on every address of a name: localhost is reached the old way and the new", async () => {
    const both = new FrontDoor();
    const { port: own } = await both.listen("localhost", 0);
    both.open(echo);
    const here = Object.values(networkInterfaces()).flatMap(
      (one) => one?.map(({ address }) => address) ?? [],
    );
    const names = (await lookup("localhost", { all: true })).map(({ address }) => address);
    const addresses = names.filter((address) => here.includes(address));
    expect(addresses).toContain("127.0.0.1");
    for (const address of addresses) {
      const call = request({ host: address, port: own, agent: false }).end();
      const [response] = (await once(call, "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.resume();
    }
    await both.close(100);
    await expect(once(request({ host: "127.0.0.1", port: own }).end(), "response")).rejects.toThrow(
      "ECONNREFUSED",
    );
  });

  it("drops the headers that only the framework may set [A17]", async () => {
    door.open(echo);
    const { text } = await get("/", { "x-middleware-subrequest": "proxy:proxy:proxy", "x-nonce": "mine" });
    expect(Object.keys(JSON.parse(text))).not.toContain("x-middleware-subrequest");
    expect(Object.keys(JSON.parse(text))).not.toContain("x-nonce");
  });

  it("answers in the envelope until the shop is open", async () => {
    const { status, headers, text } = await get("/api/v1/public/products");
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("2");
    expect(JSON.parse(text)).toMatchObject({ status_code: 503, msg: "The shop is just opening", data: null });
    expect(JSON.parse(text).request_id).toBe(headers["x-request-id"]);
  });

  it("refuses long addresses and large headers before a handler runs", async () => {
    door.open(echo);
    expect((await get(`/${"a".repeat(8200)}`)).status).toBe(414);
    expect((await get("/", { "x-large": "a".repeat(17_000) })).status).toBe(431);
  });

  it("answers what is not HTTP with 400 and stays open", async () => {
    door.open(echo);
    const socket = connect(port, "127.0.0.1").end("hello\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await get("/")).status).toBe(200);
  });

  it("answers a request that asks for an upgrade, and closes its connection", async () => {
    door.open(echo);
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "GET /_next/webpack-hmr HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    );
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ["of headers", "GET / HTTP/1.1\r\nHost: shop\r\n", "X-Slow: 1\r\n"],
    ["of a body", "POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100000\r\n\r\n", "x"],
  ])(
    "cuts a connection whose bytes %s arrive too slowly, whatever the client does",
    async (_, first, drip) => {
      const strict = new FrontDoor({ headersTimeoutMs: 150, requestTimeoutMs: 150, checkEveryMs: 20 });
      const { port: own } = await strict.listen("127.0.0.1", 0);
      strict.open(async (incoming, outgoing) => {
        for await (const _chunk of incoming);
        outgoing.end();
      });
      // Never ends its own side: a socket that is only half closed would live as long as the client.
      const socket = connect({ port: own, host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => undefined);
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.write(first);
      await vi.waitFor(async () => expect(await openConnections(strict)).toBe(1), { timeout: 10_000 });
      const dripping = setInterval(() => socket.write(drip), 20);
      await vi.waitFor(async () => expect(await openConnections(strict)).toBe(0), { timeout: 10_000 });
      clearInterval(dripping);
      expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"status_code":408/);
      socket.destroy();
      await strict.close(100);
    },
  );

  it("closes connections beyond its limit and serves the others", async () => {
    const small = new FrontDoor({ maxConnections: 2 });
    const { port: own } = await small.listen("127.0.0.1", 0);
    small.open(echo);
    const held = [connect(own, "127.0.0.1"), connect(own, "127.0.0.1")];
    await vi.waitFor(async () => expect(await openConnections(small)).toBe(2), { timeout: 10_000 });
    const third = connect(own, "127.0.0.1");
    third.on("error", () => undefined);
    await once(third, "close");
    held[0]?.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
    const [text] = await once(held[0] as Socket, "data");
    expect(String(text)).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of held) socket.destroy();
    await small.close(100);
  });

  it("answers a method that HTTP does not have with 405 in the envelope", async () => {
    door.open(echo);
    const socket = connect(port, "127.0.0.1");
    socket.write("BREW /api/v1/public/config HTTP/1.1\r\nHost: shop\r\n\r\n");
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\nallow: GET, [\s\S]*"status_code":405/);
  });

  it("says nothing of an error's inside", async () => {
    door.open(async () => {
      throw new Error("SELECT secret FROM /etc/keys");
    });
    const { status, text } = await get("/");
    expect(status).toBe(500);
    expect(text).not.toMatch(/SELECT|etc/);
  });

  it("finishes the answers that are being written, and then closes", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered = () => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    door.open(async (_, response) => {
      entered();
      await held;
      response.end("done");
    });
    const answer = get("/slow");
    await inside;
    const closed = door.close();
    release();
    expect((await answer).text).toBe("done");
    await closed;
    await expect(get("/")).rejects.toThrow();
  });

  it("does not wait for ever for a connection that never ends", async () => {
    door.open(() => new Promise(() => {}));
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "connect");
    await new Promise((resolve) => setTimeout(resolve, 50));
    await door.close(50);
    expect(door.server.listening).toBe(false);
  });

  it("says what is wrong with an address it cannot have", async () => {
    const second = new FrontDoor();
    await expect(second.listen("127.0.0.1", port)).rejects.toThrow(
      new StartError(
        `Port ${port} is already in use, perhaps by another Keyshelf. Choose another with server.port (KEYSHELF_SERVER__PORT).`,
      ),
    );
    await expect(second.listen("192.0.2.1", port)).rejects.toThrow(/is not an address of this machine/);
  });
});
