import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { limitBodies } from "../../../server/door/limit-bodies";

let server: Server;
let port: number;
let seen: number;

beforeEach(async () => {
  seen = 0;
  const handle = limitBodies(async (incoming, outgoing) => {
    for await (const chunk of incoming) seen += (chunk as Buffer).byteLength;
    outgoing.end(`got ${seen}`);
  }, 1_000);
  server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** All that comes back over a connection that the server ends. */
async function send(head: string, pieces: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST /form HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${head}\r\n\r\n`);
  for (const piece of pieces) socket.write(piece);
  await closed;
  return answer;
}

const chunk = (size: number) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;
const chunked = "Transfer-Encoding: chunked";

describe("a body for a page", () => {
  it("passes up to the cap, declared or in chunks", async () => {
    expect(await send("Content-Length: 1000", ["x".repeat(1000)])).toMatch(/200 OK[\s\S]*got 1000$/);
    seen = 0;
    expect(await send(chunked, [chunk(400), chunk(600), "0\r\n\r\n"])).toMatch(/200 OK[\s\S]*got 1000/);
  });

  it("is refused by its declared length before a byte is read", async () => {
    expect(await send("Content-Length: 1001", [])).toMatch(/^HTTP\/1\.1 413 [\s\S]*"status_code":413/);
    expect(seen).toBe(0);
  });

  it("is cut off in chunks at the cap, however much would still come", async () => {
    const answer = await send(
      chunked,
      Array.from({ length: 500 }, () => chunk(10_000)),
    );
    // The answer may be lost in the reset that closes a connection with unread bytes; the bytes must not be kept.
    expect(answer === "" || answer.startsWith("HTTP/1.1 413 ")).toBe(true);
    expect(seen).toBeLessThanOrEqual(1_000);
  });
});
