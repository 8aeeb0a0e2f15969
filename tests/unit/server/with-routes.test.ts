import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAppError } from "@/lib/core/errors";
import { type SpanFacts, setTracing, tracing } from "@/lib/core/process/trace";
import { emptyObject } from "@/lib/core/wire";
import { textDownload } from "@/lib/http/answer/download";
import { readBody } from "@/lib/http/body/read-body";
import type { RouteModule } from "@/lib/http/operations";
import { endpoint, operation, resource, route } from "@/lib/http/route";
import { peerHeader } from "../../../server/door/front-door";
import { withRoutes } from "../../../server/routes/with-routes";

type Context = { params: Promise<Record<string, string>> };

const large = { text: "key ".repeat(1000) };

const give = (module: RouteModule) => async () => module;

const routes = {
  "api/orders": give({
    GET: (request: Request) =>
      Response.json({ query: new URL(request.url).search, host: request.headers.get("host") }),
    HEAD: () => new Response(null, { headers: { "x-seen": "head" } }),
    POST: async (request: Request) =>
      Response.json({ got: Buffer.from(await readBody(request, 1_000_000)).toString() }, { status: 201 }),
  }),
  "api/orders/[order_no]": give({
    GET: async (_: Request, { params }: Context) => Response.json(await params),
  }),
  "api/orders/preview": give({ GET: () => Response.json("preview") }),
  "api/orders/[order_no]/items/[item]": give({
    GET: async (_: Request, { params }: Context) => Response.json(await params),
  }),
  "api/large": give({ GET: () => Response.json(large, { headers: { Vary: "Origin" } }) }),
  "api/same": give({ GET: () => new Response(null, { status: 304, headers: { ETag: "W/x" } }) }),
  "api/file": give({ GET: () => textDownload("keys.txt", large.text) }),
  "api/small": give({
    POST: async (request: Request) => {
      const bytes = await readBody(request, 1_000).catch((error: unknown) => error);
      return isAppError(bytes, "payload_too_large")
        ? Response.json("too large", { status: 413 })
        : Response.json(String(bytes));
    },
  }),
  "api/deaf": give({ POST: () => Response.json("not listening", { status: 405 }) }),
  "api/read": give({
    GET: async (request: Request) =>
      Response.json({ body: new TextDecoder().decode(await readBody(request, 1_000)) }),
  }),
  "api/whole": give(
    endpoint({
      GET: route({ name: "readWhole", auth: "none", response: emptyObject }, async () => ({})),
    }),
  ),
  "api/private": give(
    endpoint({
      POST: route(
        { name: "writePrivate", auth: "admin", bodyCap: 16_000_000, response: emptyObject },
        async () => ({}),
      ),
    }),
  ),
  "api/signed": give(
    endpoint({
      GET: route({ name: "readSigned", auth: "site", response: emptyObject }, async () => ({})),
    }),
  ),
  "api/v1/desk/[[...path]]": give(
    resource("desk", {
      listDesks: operation("GET /", { response: emptyObject, handle: async () => ({}) }),
      openDesk: operation("POST /[desk_id]/open", { handle: async () => undefined }),
    }),
  ),
  "api/broken": give({
    GET: () => {
      throw new Error("broken");
    },
  }),
};

let server: Server;
let port: number;

beforeEach(async () => {
  const handle = withRoutes(routes, async (incoming, outgoing) => {
    outgoing.setHeader("content-type", "text/plain");
    outgoing.end(`next: ${incoming.method} ${incoming.url}`);
    if (incoming.url !== "/late") return;
    await once(outgoing, "close");
    tracing()?.note({ "http.route": "/late" });
  });
  server = createServer((incoming, outgoing) => {
    incoming.headers[peerHeader] = "127.0.0.1";
    handle(incoming, outgoing).catch(() => outgoing.writeHead(500).end("caught"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  setTracing(undefined);
  server.close();
});

async function get(path: string, { method = "GET", headers = {}, body = "" } = {}) {
  const call = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false });
  call.end(body);
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
}

describe("routes without Next between", () => {
  it("hands the handler the query, the headers and the body", async () => {
    const host = { host: "shop.example:99999999" };
    expect(JSON.parse((await get("/api/orders?a=1&b=%20", { headers: host })).text)).toEqual({
      query: "?a=1&b=%20",
      host: host.host,
    });
    const posted = await get("/api/orders", { method: "POST", body: "ü".repeat(100_000) });
    expect(posted.status).toBe(201);
    expect(JSON.parse(posted.text)).toEqual({ got: "ü".repeat(100_000) });
  });

  it("leaves other paths and methods to the next", async () => {
    expect((await get("/elsewhere?x=1")).text).toBe("next: GET /elsewhere?x=1");
    expect((await get("/api/orders", { method: "DELETE" })).text).toBe("next: DELETE /api/orders");
  });

  /** Records what is told to the request's span, in turn. */
  function watchSpans(): unknown[] {
    const told: unknown[] = [];
    const note = (facts: SpanFacts) => void told.push(facts);
    const span = { note, end: () => void told.push("end") };
    setTracing({ run: (_, work) => work(span), begin: () => null, note, traceId: () => undefined });
    return told;
  }

  it("gives each page an id, which its trace has as well", async () => {
    const told = watchSpans();
    const ids = [
      (await get("/products/a")).headers["x-request-id"],
      (await get("/late")).headers["x-request-id"],
    ];
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
    for (const id of ids) expect(told).toContainEqual({ "keyshelf.request_id": id });
  });

  it("ends the span of a page after its handler, which tells the route when all is sent", async () => {
    const told = watchSpans();
    await get("/late");
    const id = { "keyshelf.request_id": expect.any(String) };
    const status = { "http.response.status_code": 200 };
    await expect.poll(() => told).toEqual([id, { "http.route": "/late" }, status, "end"]);
  });

  it.each([
    ["GET", "/api/v1/desk", 401, "api/v1/desk"],
    ["PUT", "/api/v1/desk", 405, "api/v1/desk"],
    ["TRACE", "/api/v1/desk/7/open", 405, "api/v1/desk/[desk_id]/open"],
    ["POST", "/api/v1/desk/7/open", 401, "api/v1/desk/[desk_id]/open"],
    ["POST", "/api/v1/desk/7", 404, "api/v1/[[...path]]"],
  ])(
    "answers %s %s of a resource with %i, and counts it under its own route",
    async (method, path, status, route) => {
      const told = watchSpans();
      expect((await get(path, { method })).status).toBe(status);
      expect(told).toContainEqual({ "http.route": route });
    },
  );

  it("packs what is large for those who take it", async () => {
    const plain = await get("/api/large");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(plain.text)).toEqual(large);
    expect(Number(plain.headers["content-length"])).toBe(plain.bytes.byteLength);
    const packed = await get("/api/large", { headers: { "accept-encoding": "br, gzip;q=0.8" } });
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Origin, Accept-Encoding" });
    expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual(large);
    const refused = await get("/api/large", { headers: { "accept-encoding": "gzip;q=0" } });
    expect(refused.headers["content-encoding"]).toBeUndefined();
    const small = await get("/api/orders", { headers: { "accept-encoding": "gzip" } });
    expect(small.headers["content-encoding"]).toBeUndefined();
  });

  it("answers HEAD and 304 without a body or a length", async () => {
    const head = await get("/api/orders", { method: "HEAD" });
    expect(head.headers).toMatchObject({ "x-seen": "head" });
    expect(head.headers["content-length"]).toBeUndefined();
    const same = await get("/api/same");
    expect([same.status, same.headers.etag, same.text]).toEqual([304, "W/x", ""]);
  });

  it("passes a download on whole, and survives a reader who leaves", async () => {
    const file = await get("/api/file");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="keys.txt"');
    expect(file.text).toBe(large.text);
    const leaving = httpRequest({ host: "127.0.0.1", port, path: "/api/file", agent: false }).end();
    leaving.on("error", () => undefined);
    await once(leaving, "response");
    leaving.destroy();
    expect((await get("/api/orders/preview")).text).toBe('"preview"');
  });

  it.each([
    ["nobody reads", "/api/deaf", "Content-Length: 400000", "x".repeat(400_000), 405],
    [
      "is read to the cap",
      "/api/small",
      "Transfer-Encoding: chunked",
      `61A80\r\n${"x".repeat(400_000)}\r\n0\r\n\r\n`,
      413,
    ],
    ["is declared too large", "/api/small", "Content-Length: 400000", "x".repeat(400_000), 413],
  ])(
    "answers a large body that %s, and the next request on the same connection",
    async (_, path, header, body, status) => {
      const socket = connect(port, "127.0.0.1");
      const answers = socket.setEncoding("utf8").iterator({ destroyOnReturn: false });
      let text = "";
      const until = async (wanted: RegExp) => {
        while (!wanted.test(text)) {
          const { done, value } = await answers.next();
          if (done) throw new Error(`The connection ended after ${JSON.stringify(text)}`);
          text += value;
        }
      };
      socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\n${header}\r\n\r\n${body}`);
      await until(new RegExp(`^HTTP/1.1 ${status} .*"(not listening|too large)"`, "s"));
      socket.write("GET /api/orders/A1 HTTP/1.1\r\nHost: shop\r\n\r\n");
      await until(/HTTP\/1\.1 200 .*\{"order_no":"A1"\}/s);
      socket.destroy();
    },
  );

  it("hands on the body of a GET, over which a signed call is signed [C70]", async () => {
    const read = await get("/api/read", { headers: { "content-length": "2" }, body: "{}" });
    expect(JSON.parse(read.text)).toEqual({ body: "{}" });
    expect(JSON.parse((await get("/api/read")).text)).toEqual({ body: "" });
  });

  it.each(["TRACE", "PROPFIND"])(
    "answers %s with 405 before any signature is looked at [C70]",
    async (method) => {
      const answer = await get("/api/signed", { method });
      expect([answer.status, JSON.parse(answer.text).status_code]).toEqual([405, 405]);
    },
  );

  it.each(["TRACE", "PROPFIND"])(
    "answers %s with what the endpoint says to other methods [C70]",
    async (method) => {
      const answer = await get("/api/whole", { method });
      expect([answer.status, answer.headers.allow, JSON.parse(answer.text).status_code]).toEqual([
        405,
        "GET, HEAD, OPTIONS",
        405,
      ]);
      expect(JSON.parse(answer.text).msg).toContain(method);
    },
  );

  it("refuses an unproved caller before a byte of the body has arrived", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("POST /api/private HTTP/1.1\r\nHost: shop\r\nContent-Length: 16000000\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it("answers 500 for a handler that throws", async () => {
    const broken = await get("/api/broken");
    expect([broken.status, broken.text]).toEqual([500, "caught"]);
  });
});
