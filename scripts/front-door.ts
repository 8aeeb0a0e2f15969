import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, type Socket, Server as SocketServer } from "node:net";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** One sentence for the operator. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}

export const peerHeader = "x-keyshelf-peer";
/** Headers that only this server or Next itself may set. */
const internalHeaders = ["x-middleware-subrequest", "x-middleware-subrequest-id", "x-nonce"];
const maxUrl = 8 * 1024;
const maxHeaders = 16 * 1024;

function refuse(response: ServerResponse, status: number, message: string): void {
  const requestId = randomUUID();
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": requestId,
    "cache-control": "no-store",
    ...(status === 503 ? { "retry-after": "2" } : { connection: "close" }),
  });
  response.end(JSON.stringify({ status_code: status, msg: message, data: null, request_id: requestId }));
}

const statusTexts: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * The listening socket. It is open before the shop is, so that a taken port is known at once; until `open` is called
 * everything is answered with 503.
 */
export class FrontDoor {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Further addresses of the same name, as ::1 beside 127.0.0.1. */
  readonly #others: SocketServer[] = [];
  #handler: Handler | undefined;

  constructor() {
    this.#server = createServer(
      {
        maxHeaderSize: maxHeaders,
        headersTimeout: 15_000,
        requestTimeout: 60_000,
        // Longer than the 60 s of a usual proxy, which must not send into a connection that is just being closed.
        keepAliveTimeout: 65_000,
        connectionsCheckingInterval: 5_000,
      },
      (request, response) => this.#receive(request, response),
    );
    this.#server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
      else
        socket.end(
          `HTTP/1.1 ${statusTexts[error.code ?? ""] ?? "400 Bad Request"}\r\nConnection: close\r\n\r\n`,
        );
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    for (const name of internalHeaders) delete request.headers[name];
    // Whatever a client sent under this name is overwritten: the address of the socket is the only one nobody can make up.
    request.headers[peerHeader] = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
    if ((request.url?.length ?? 0) > maxUrl) refuse(response, 414, "The address is too long");
    else if (this.#handler) this.#answer(this.#handler, request, response);
    else refuse(response, 503, "The shop is just opening");
  }

  #answer(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    handler(request, response).catch((error: unknown) => {
      console.error(error);
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
