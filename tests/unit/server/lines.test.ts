import { once } from "node:events";
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FrontDoor, type Handler } from "../../../server/door/front-door";

let door: FrontDoor;
let port: number;

const echo: Handler = async (incoming, response) => {
  response.end(JSON.stringify(incoming.headers));
};

beforeEach(async () => {
  door = new FrontDoor();
  ({ port } = await door.listen("127.0.0.1", 0));
});

afterEach(() => door.close(100));

/** Everything that comes back until the server closes the connection. */
async function send(text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  return Buffer.concat(await socket.toArray()).toString();
}

const openConnections = (of: FrontDoor): Promise<number> =>
  new Promise((resolve, reject) =>
    of.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe("a line at the front door", () => {
  it.each([
    ["GET /%2e%2e/x HTTP/1.1", 400, "address_segments"],
    [`GET /${"a".repeat(8_200)} HTTP/1.1`, 414, "address_too_long"],
    [`GET /x?${"a&".repeat(200)} HTTP/1.1`, 400, "too_many_parameters"],
    ["BREW / HTTP/1.1", 405, "method_unknown"],
    [`GET / HTTP/1.1\r\nX-Large: ${"a".repeat(17_000)}`, 431, "headers_too_large"],
    ["hello", 400, "not_http"],
  ])("refuses %.40s with %d and the headers of every other refusal [C65]", async (line, status, rule) => {
    door.open(echo);
    const api = line.replace(" /", " /api/v1/");
    const answer = await send(
      `${api}\r\nHost: shop\r\nAccept-Language: zh\r\nOrigin: https://a.example\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*x-error-rule: ${rule}\r\n`, "i"));
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/i);
    expect(answer).toMatch(/access-control-allow-origin: \*\r\n/i);
    if (line !== "hello") {
      expect(answer, "in the reader's language").toMatch(/[\u4e00-\u9fff]/);
      expect(await send(`${line.replace("GET /", "GET /admin/")}\r\nHost: shop\r\n\r\n`)).not.toMatch(
        /access-control/i,
      );
    }
  });

  const headersOf = (answer: string) =>
    answer
      .slice(0, answer.indexOf("\r\n\r\n"))
      .split("\r\n")
      .slice(1)
      .map((text) => text.split(":")[0]?.toLowerCase())
      .sort();
  const start = "POST /api/v1/orders HTTP/1.1\r\nHost: shop\r\nAccept-Language: zh\r\n";

  it.each([
    ["headers that never end", [start], 408, "request_too_slow", null],
    ["a body that never ends", [`${start}Content-Length: 9\r\n\r\n`, "{"], 408, "request_too_slow", "zh"],
    [
      "a body in chunks that are none",
      [`${start}Transfer-Encoding: chunked\r\n\r\n`, "x\r\n"],
      400,
      "not_http",
      "zh",
    ],
    [
      "headers that grow too large",
      [`${start}X-A: ${"a".repeat(9_000)}`, "a".repeat(9_000)],
      431,
      "headers_too_large",
      null,
    ],
  ] as const)("refuses %s as it refuses a whole request [C116]", async (_, packets, status, rule, locale) => {
    // A late packet of the other rows must meet the fault that they are about.
    const isAboutTime = status === 408;
    const strict = new FrontDoor({
      isSecure: true,
      ...(isAboutTime ? { headersTimeoutMs: 100, requestTimeoutMs: 100, checkEveryMs: 10 } : {}),
    });
    const { port: own } = await strict.listen("127.0.0.1", 0);
    strict.open(async (incoming, outgoing) => {
      for await (const _chunk of incoming);
      outgoing.end();
    });
    const ask = async ([first, ...others]: readonly string[]) => {
      const socket = connect(own, "127.0.0.1").setNoDelay();
      const answer = socket.toArray();
      const arrived = once(strict.server, "connection");
      socket.write(first ?? "");
      const [line] = await arrived;
      for (const packet of others) {
        await vi.waitFor(() => expect(line.bytesRead).toBe(socket.bytesWritten), { timeout: 10_000 });
        socket.write(packet);
      }
      return Buffer.concat(await answer).toString();
    };
    const answer = await ask(packets);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*x-error-rule: ${rule}\r\n`));
    expect(/[\u4e00-\u9fff]/.test(answer)).toBe(locale === "zh");
    const whole = await ask([`GET /api/v1/${"a".repeat(8_200)} HTTP/1.1\r\nHost: shop\r\n\r\n`]);
    expect(whole).toMatch(/^HTTP\/1\.1 414 /);
    expect(headersOf(answer)).toEqual(headersOf(whole));
    await strict.close(100);
  });

  it("answers the requests before a fault first, and cuts an answer that a fault breaks into [C116]", async () => {
    door.open(async (incoming, outgoing) => {
      if (incoming.method === "POST") outgoing.write("begun");
      await new Promise(setImmediate);
      if (incoming.method === "GET") outgoing.end(`<${incoming.url}>`);
    });
    const asked = "GET /1 HTTP/1.1\r\nHost: shop\r\n\r\nGET /2 HTTP/1.1\r\nHost: shop\r\n\r\n";
    const answers = await send(`${asked}no request\r\n\r\n`);
    expect(answers.match(/<[^>]*>|HTTP\/1\.1 \d+/g)).toEqual([
      "HTTP/1.1 200",
      "</1>",
      "HTTP/1.1 200",
      "</2>",
      "HTTP/1.1 400",
    ]);
    const socket = connect(port, "127.0.0.1");
    const broken = socket.toArray();
    socket.write("POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n");
    await once(socket, "readable");
    socket.write("x\r\n");
    expect(
      Buffer.concat(await broken)
        .toString()
        .match(/HTTP\/1\.1 \d+/g),
    ).toEqual(["HTTP/1.1 200"]);
  });

  it.each([
    ["/api/v1/upstream/products", '"status_code":4001'],
    ["/api/v1/payments/callback", "\r\n\r\nfail"],
  ])("refuses a request for %s in the words of its surface", async (path, text) => {
    door.open(echo);
    expect(await send(`GET ${path}?${"a&".repeat(200)} HTTP/1.1\r\nHost: shop\r\n\r\n`)).toContain(text);
  });

  it("answers HTTP/1.1 without a Host in the envelope, and HTTP/1.0 as it is", async () => {
    door.open(echo);
    expect(await send("GET / HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*"status_code":400/);
    expect(await send("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("answers requests that a line sends ahead one after the other, in order", async () => {
    let running = 0;
    let most = 0;
    door.open(async (incoming, outgoing) => {
      running += 1;
      most = Math.max(most, running);
      outgoing.once("finish", () => {
        running -= 1;
      });
      await new Promise(setImmediate);
      outgoing.end(`<${incoming.url}>`);
    });
    const ahead = Array.from({ length: 20 }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: shop\r\n`);
    const answer = await send(`${ahead.join("\r\n")}Connection: close\r\n\r\n`);
    expect(answer.match(/<[^>]*>/g)).toEqual(ahead.map((_, n) => `</${n}>`));
    expect(most).toBe(1);
  });

  it("holds no file for a line that asked ahead and hung up [C81]", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-line-"));
    const file = path.join(folder, "large");
    // Larger than the buffers of both ends together, so that the first answer waits.
    writeFileSync(file, "");
    truncateSync(file, 64_000_000);
    let served = 0;
    door.open(async (_, outgoing) => {
      served += 1;
      // As Next sends a file: its stream is closed when the answer tells that its line is gone.
      const stream = createReadStream(file);
      outgoing.once("close", () => stream.destroy());
      stream.pipe(outgoing);
    });
    for (let n = 0; n < 5; n++) {
      const before = served;
      const socket = connect(port, "127.0.0.1").pause();
      socket.on("error", () => undefined);
      socket.write("GET /file HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(30));
      await vi.waitFor(() => expect(served).toBe(before + 1), { timeout: 10_000 });
      socket.destroy();
    }
    const held = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file;
        } catch {
          return false;
        }
      });
    await expect.poll(held, { timeout: 10_000 }).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("cuts a line that sends too much ahead", async () => {
    door.open(() => new Promise(() => {}));
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(200));
    await once(socket, "close");
  });

  it("closes connections of one network beyond its limit, and counts no proxy", async () => {
    for (const isCounted of [true, false]) {
      const small = new FrontDoor({ maxOfNetwork: 2, isProxy: () => !isCounted });
      const { port: own } = await small.listen("127.0.0.1", 0);
      small.open(echo);
      const held = [connect(own, "127.0.0.1"), connect(own, "127.0.0.1")];
      await vi.waitFor(async () => expect(await openConnections(small)).toBe(2), { timeout: 10_000 });
      const third = connect(own, "127.0.0.1");
      third.on("error", () => undefined);
      third.write("GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
      const answer = await third.toArray().catch(() => []);
      expect(Buffer.concat(answer).toString()).toMatch(isCounted ? /^$/ : /^HTTP\/1\.1 200 /);
      for (const socket of held) socket.destroy();
      await vi.waitFor(async () => expect(await openConnections(small)).toBe(0), { timeout: 10_000 });
      const next = connect(own, "127.0.0.1");
      next.write("GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
      expect(Buffer.concat(await next.toArray()).toString()).toMatch(/^HTTP\/1\.1 200 /);
      await small.close(100);
    }
  });

  it.each([
    [{}, undefined],
    [{ isSecure: true }, "max-age=31536000"],
    [{ isSecure: true, coversSubdomains: true }, "max-age=31536000; includeSubDomains"],
  ])("says, with %j, Strict-Transport-Security: %s", async (options, header) => {
    const secure = new FrontDoor(options);
    const { port: own } = await secure.listen("127.0.0.1", 0);
    secure.open(echo);
    const [answer] = (await once(request({ port: own, agent: false }).end(), "response")) as [
      IncomingMessage,
    ];
    answer.resume();
    expect(answer.headers["strict-transport-security"]).toBe(header);
    await secure.close(100);
  });
});
