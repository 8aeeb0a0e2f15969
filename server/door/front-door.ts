import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, type Socket, Server as SocketServer } from "node:net";
import type { Duplex } from "node:stream";
import { networkOf } from "../../lib/core/formats/ip-ranges";
import { log } from "../../lib/core/process/log";
import { isNearby } from "../../lib/http/caller/client-info";
import { readerOf } from "./header-reader";
import { Line } from "./line";
import { refuse } from "./refuse";
import { allMethods, type LineFault, refuseLine } from "./refuse-line";
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
/** lib/http/caller/client-info.ts: set where a page is rendered for everybody in a country. */
export const countryHeader = "x-keyshelf-country";
/** Headers that only this server or Next itself may set. */
const internalHeaders = [
  countryHeader,
  "x-middleware-subrequest",
  "x-middleware-subrequest-id",
  "x-nonce",
  "content-security-policy",
];
const knownMethods = new Set(allMethods.split(", "));
const maxHeaders = 16 * 1024;
/** Connections of one network; a proxy near the shop stands for many. */
const maxOfNetwork = 512;

export interface FrontDoorOptions {
  /** How long headers, and headers with body, may take to arrive. */
  headersTimeoutMs?: number;
  requestTimeoutMs?: number;
  checkEveryMs?: number;
  /** The shop's address begins with https: browsers are told to use nothing else. */
  isSecure?: boolean;
  /** The same for all hosts below it. */
  coversSubdomains?: boolean;
  /** Connections beyond this are closed at once. */
  maxConnections?: number;
  /** Most connections of one network; the shop's own machine and network, and `proxies`, are not counted. */
  maxOfNetwork?: number;
  /** Whether an address stands for many visitors. */
  isProxy?: (address: string) => boolean;
}

/**
 * The listening socket. It is open before the shop is, so that a taken port is known at once; until `open` is called
 * everything is answered with 503.
 */
export class FrontDoor {
  readonly #server: Server;
  readonly #lines = new Map<Duplex, Line>();
  readonly #ofNetwork = new Map<string, number>();
  /** Further addresses of the same name, as ::1 beside 127.0.0.1. */
  readonly #others: SocketServer[] = [];
  readonly #maxConnections: number;
  readonly #transportSecurity: Record<string, string>;
  readonly #options: FrontDoorOptions;
  #handler: Handler | undefined;
  #isDraining = false;

  constructor(options: FrontDoorOptions = {}) {
    this.#options = options;
    const scope = options.coversSubdomains ? "; includeSubDomains" : "";
    this.#transportSecurity = options.isSecure
      ? { "strict-transport-security": `max-age=31536000${scope}` }
      : {};
    this.#maxConnections = options.maxConnections ?? 4096;
    this.#server = createServer(
      {
        maxHeaderSize: maxHeaders,
        headersTimeout: options.headersTimeoutMs ?? 15_000,
        requestTimeout: options.requestTimeoutMs ?? 60_000,
        // Longer than the 60 s of a usual proxy, which must not send into a connection that is just being closed.
        keepAliveTimeout: 65_000,
        connectionsCheckingInterval: options.checkEveryMs ?? 5_000,
        // Node's own refusal has no envelope.
        requireHostHeader: false,
      },
      (request, response) => this.#receive(request, response),
    );
    this.#server.maxConnections = this.#maxConnections;
    this.#server.on("clientError", (fault, socket) => this.#refuseLine(fault, socket));
    this.#server.on("connection", (socket) => this.#connect(socket));
  }

  #connect(socket: Socket): void {
    const line = new Line();
    this.#lines.set(socket, line);
    socket.on("close", () => {
      this.#lines.delete(socket);
      line.end();
    });
    this.#count(socket);
  }

  /** One stranger must not hold all connections. */
  #count(socket: Socket): void {
    const { isProxy = isNearby, maxOfNetwork: most = maxOfNetwork } = this.#options;
    const address = peerOf(socket);
    if (address === "" || isProxy(address)) return;
    const network = networkOf(address);
    const count = this.#ofNetwork.get(network) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    this.#ofNetwork.set(network, count + 1);
    socket.on("close", () => {
      const left = (this.#ofNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#ofNetwork.set(network, left);
      else this.#ofNetwork.delete(network);
    });
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const line = this.#lines.get(request.socket);
    if (line) line.take(request, response, () => this.#admit(request, response));
    else this.#admit(request, response);
  }

  #admit(request: IncomingMessage, response: ServerResponse): void {
    // Only what is there: after a `delete` each read of the headers takes the slow way.
    for (const name of internalHeaders) if (name in request.headers) delete request.headers[name];
    // Overwrites a client's own header of this name: only the address of the socket cannot be forged.
    request.headers[peerHeader] = peerOf(request.socket);
    if (this.#isDraining) response.shouldKeepAlive = false;
    for (const [name, value] of Object.entries(this.#transportSecurity)) response.setHeader(name, value);
    const target = request.url ?? "";
    const wrong = refuseTarget(target);
    if (wrong !== null) refuse(response, wrong);
    else if (request.headers.host === undefined && request.httpVersion === "1.1")
      refuse(response, { status: 400, said: "host_missing" });
    // The API names the methods of each of its paths.
    else if (!knownMethods.has(request.method ?? "") && !target.startsWith("/api/v1/"))
      refuse(response, { status: 405, said: "method_unknown" }, { allow: "GET, HEAD, POST, OPTIONS" });
    else if (this.#handler) this.#answer(this.#handler, request, response);
    else refuse(response, { status: 503, said: "shop_opening" });
  }

  #refuseLine(fault: LineFault, socket: Duplex): void {
    this.#lines.get(socket)?.fail((cut) => {
      // Two answers in one: what has begun cannot be taken back.
      if (cut?.response.headersSent) socket.destroy();
      else
        refuseLine(fault, socket, {
          cut: cut && { target: cut.request.url ?? null, headers: readerOf(cut.request) },
          further: this.#transportSecurity,
        });
    });
  }

  #answer(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    handler(request, response).catch((error: unknown) => {
      const isHungUp = request.destroyed && (error as NodeJS.ErrnoException)?.code === "ECONNRESET";
      if (!isHungUp) log.error({ error }, "a request failed");
      if (!response.headersSent) refuse(response, { status: 500, said: "internal" });
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
      for (const socket of this.#lines.keys()) socket.destroy();
    }, patienceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(cut);
  }
}

const peerOf = (socket: Socket): string => socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";

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
