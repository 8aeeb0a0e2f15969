import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, type Socket, Server as SocketServer } from "node:net";
import type { Duplex } from "node:stream";
import { refusalBody, refuse } from "./refuse";
import { refuseTarget } from "./request-target";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** One sentence for the operator. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}

export const peerHeader = "x-keyshelf-peer";
/** lib/http/client-info.ts: set where a page is rendered for everybody in a country. */
export const countryHeader = "x-keyshelf-country";
/** Headers that only this server or Next itself may set. */
const internalHeaders = [
  countryHeader,
  "x-middleware-subrequest",
  "x-middleware-subrequest-id",
  "x-nonce",
  "content-security-policy",
];
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const maxUrl = 8 * 1024;
const maxHeaders = 16 * 1024;
/** How long a refused connection may take to read why, before it is cut. */
const farewellMs = 1_000;

const lineRefusals: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The request's headers are too large"],
  HPE_INVALID_METHOD: ["405 Method Not Allowed", "This method is not known"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive"],
};

/** Whether an unknown method is the only thing that is wrong with the first line. */
function isRequestLine(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): boolean {
  if (error.code !== "HPE_INVALID_METHOD") return true;
  return /^[A-Z-]{1,40} \S+ HTTP\/1\.[01]\r?\n/.test(error.rawPacket?.toString("latin1") ?? "");
}

/** Answers what is no request. `end` alone would leave the connection open as long as the other side likes. */
function refuseLine(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const code = isRequestLine(error) ? error.code : undefined;
  const [status, message] = lineRefusals[code ?? ""] ?? ["400 Bad Request", "This is not valid HTTP"];
  const { text } = refusalBody(Number(status.slice(0, 3)), message);
  socket.end(
    `HTTP/1.1 ${status}\r\n${status.startsWith("405") ? "Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n" : ""}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
  setTimeout(() => socket.destroy(), farewellMs).unref();
}

export interface FrontDoorOptions {
  /** How long headers, and headers with body, may take to arrive. */
  headersTimeoutMs?: number;
  requestTimeoutMs?: number;
  checkEveryMs?: number;
  /** The shop's address begins with https: browsers are told to use nothing else. */
  isSecure?: boolean;
  /** Connections beyond this are closed at once. */
  maxConnections?: number;
}

/**
 * The listening socket. It is open before the shop is, so that a taken port is known at once; until `open` is called
 * everything is answered with 503.
 */
export class FrontDoor {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Further addresses of the same name, as ::1 beside 127.0.0.1. */
  readonly #others: SocketServer[] = [];
  readonly #maxConnections: number;
  readonly #isSecure: boolean;
  #handler: Handler | undefined;
  #isDraining = false;

  constructor(options: FrontDoorOptions = {}) {
    this.#isSecure = options.isSecure ?? false;
    this.#maxConnections = options.maxConnections ?? 4096;
    this.#server = createServer(
      {
        maxHeaderSize: maxHeaders,
        headersTimeout: options.headersTimeoutMs ?? 15_000,
        requestTimeout: options.requestTimeoutMs ?? 60_000,
        // Longer than the 60 s of a usual proxy, which must not send into a connection that is just being closed.
        keepAliveTimeout: 65_000,
        connectionsCheckingInterval: options.checkEveryMs ?? 5_000,
      },
      (request, response) => this.#receive(request, response),
    );
    this.#server.maxConnections = this.#maxConnections;
    this.#server.on("clientError", refuseLine);
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    // Only what is there: after a `delete` each read of the headers takes the slow way.
    for (const name of internalHeaders) if (name in request.headers) delete request.headers[name];
    // Whatever a client sent under this name is overwritten: only the address of the socket cannot be forged.
    request.headers[peerHeader] = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
    if (this.#isDraining) response.shouldKeepAlive = false;
    if (this.#isSecure) response.setHeader("strict-transport-security", "max-age=31536000");
    const target = request.url ?? "";
    const wrong = refuseTarget(target);
    if (target.length > maxUrl) refuse(response, 414, "The address is too long");
    else if (wrong !== null) refuse(response, 400, wrong);
    // The API names the methods of each of its paths.
    else if (!knownMethods.has(request.method ?? "") && !target.startsWith("/api/v1/"))
      refuse(response, 405, "This method is not possible here", { allow: "GET, HEAD, POST, OPTIONS" });
    else if (this.#handler) this.#answer(this.#handler, request, response);
    else refuse(response, 503, "The shop is just opening");
  }

  #answer(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    handler(request, response).catch((error: unknown) => {
      const isHungUp = request.destroyed && (error as NodeJS.ErrnoException)?.code === "ECONNRESET";
      if (!isHungUp) console.error(error);
      if (!response.headersSent) refuse(response, 500, "Something went wrong on our side");
      else response.destroy();
    });
  }

  get server(): Server {
    return this.#server;
  }

  /** On every address that the name has here. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    try {
      const found = await lookup(host, { all: true, order: "ipv4first" });
      const [first = host, ...others] = new Set(found.map(({ address }) => address));
      const address = await begin(this.#server, first, port);
      for (const other of others) {
        const server = new SocketServer((socket) => this.#server.emit("connection", socket));
        server.maxConnections = this.#maxConnections;
        await begin(server, other, address.port).then(
          () => this.#others.push(server),
          // A name may be listed with an address that this machine does not have, as ::1 without IPv6.
          (error: NodeJS.ErrnoException) => {
            if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error;
          },
        );
      }
      return address;
    } catch (error) {
      throw listenProblem(error as NodeJS.ErrnoException, host, port);
    }
  }

  open(handler: Handler): void {
    this.#handler = handler;
  }

  /** Every answer from now on ends its connection, so that a balancer opens its next one elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  /** New connections are refused, running answers are finished, and who takes too long is cut off. */
  async close(patienceMs = 10_000): Promise<void> {
    for (const other of this.#others) other.close();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // A connection that falls idle after its last answer is not closed by the server itself.
    const idle = setInterval(() => this.#server.closeIdleConnections(), 50);
    this.#server.closeIdleConnections();
    // Not closeAllConnections(): that leaves web sockets open, and the server waits for them for ever.
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, patienceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(cut);
  }
}

const begin = (server: SocketServer, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const other = "Choose another with server.port (KEYSHELF_SERVER__PORT).";
  switch (error.code) {
    case "EADDRINUSE":
      return new StartError(`Port ${port} is already in use, perhaps by another Keyshelf. ${other}`, {
        cause: error,
      });
    case "EACCES":
      return new StartError(`Port ${port} needs rights that this user does not have. ${other}`, {
        cause: error,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(
        `server.host (KEYSHELF_SERVER__HOST) ${host} is not an address of this machine.`,
        {
          cause: error,
        },
      );
    default:
      return new StartError(`The server cannot listen on ${host}:${port}: ${error.message}`, {
        cause: error,
      });
  }
}
