import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { findSigningSecret, readSignedHeaders } from "@/lib/interconnect/signature";

export type ReceiverMode =
  | "ok"
  | "no_content"
  | "endless"
  /** As many frameworks refuse: HTTP 200, and what it is about in the body. */
  | "refuses_in_body"
  | "moved"
  | "not_found"
  | "gone"
  | "throttled"
  | "broken"
  /** An error page that shows what was sent. */
  | "echo"
  | "silent"
  | "drip"
  | "reset"
  | "huge_header";

export interface ReceivedCall {
  headers: Headers;
  body: string;
  nonce: string;
  isSignatureValid: boolean;
}

const answer: Record<ReceiverMode, (response: ServerResponse, elsewhere: string, sent: string) => void> = {
  ok: (response) => response.writeHead(200, { "content-type": "application/json" }).end('{"received":true}'),
  no_content: (response) => response.writeHead(204).end(),
  endless: (response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, "x");
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    write();
  },
  refuses_in_body: (response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end('{"status_code":4003,"msg":"signature"}'),
  moved: (response, elsewhere) => response.writeHead(302, { location: elsewhere }).end(),
  not_found: (response) => response.writeHead(404).end("nobody here"),
  gone: (response) => response.writeHead(410).end(),
  throttled: (response) => response.writeHead(429, { "retry-after": "90" }).end(),
  broken: (response) => response.writeHead(500).end("internal"),
  echo: (response, _, sent) =>
    response.writeHead(500).end(`Cannot read ${sent} (${JSON.parse(sent).fulfillment?.payload})`),
  silent: () => undefined,
  drip: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 200);
    response.on("close", () => clearInterval(timer));
  },
  reset: (response) => response.destroy(),
  huge_header: (response) => response.writeHead(200, { "x-huge": "x".repeat(1024 * 1024) }).end(),
};

/** Another site's callback endpoint, with every way to behave badly. */
export async function startFakeReceiver(secret: string) {
  const calls: ReceivedCall[] = [];
  const state = { mode: "ok" as ReceiverMode, canaryHits: 0, bytesSent: 0 };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/canary") {
      state.canaryHits += 1;
      response.end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const signed = readSignedHeaders(headers);
    const isSignatureValid =
      !("malformed" in signed) &&
      findSigningSecret([secret], { ...signed, body: raw }, signed.signature) !== null;
    calls.push({ headers, body: raw.toString(), nonce: headers.get("x-site-nonce") ?? "", isSignatureValid });
    const { socket } = request;
    response.on("close", () => {
      state.bytesSent += socket.bytesWritten;
    });
    answer[state.mode](response, `${url}/canary`, raw.toString());
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    callbackUrl: `${url}/api/v1/interconnect/callback`,
    calls,
    state,
    /** Ends every call that is under way. */
    hangUp: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeReceiver = Awaited<ReturnType<typeof startFakeReceiver>>;
