import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { randomCode } from "@/lib/core/ids";

/** `lost`: does what it is asked and closes the socket instead of answering. */
export type GatewayMode = "answer" | "error" | "hang" | "lost";

/** Books of the gateway on a payment. Amounts in hundredths. */
export interface Book {
  reference: string;
  tradeNo: string;
  cents: bigint;
  currency: string;
  state: "waiting" | "paid" | "expired" | "refunded";
}

export interface RefundBook {
  tradeNo: string;
  cents: bigint;
  state: "done" | "pending" | "failed";
}

/** How a notification differs from a true one. */
export interface Over {
  cents?: bigint;
  currency?: string;
  state?: Book["state"];
  /** Signed with another key. */
  isForged?: boolean;
  /** Signed rightly, and names another merchant account. */
  isOthers?: boolean;
  /** When it says that it was signed. */
  at?: Date;
}

export interface Called {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface Answer {
  status: number;
  body: object | string;
  headers?: Record<string, string>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** A gateway on loopback with books, keys and refunds of its own, outside of what is tested. */
export abstract class LoopbackGateway {
  readonly books = new Map<string, Book>();
  readonly refunds = new Map<string, RefundBook>();
  readonly calls: string[] = [];
  mode: GatewayMode = "answer";
  /** The answers of calls whose address ends so are lost on the way. */
  lostPath: string | null = null;
  /** Answer to a refund, once it is made. */
  refundState: RefundBook["state"] = "done";
  url = "";
  /** Where a browser is sent that was taken to this gateway, once its request is done. */
  deskUrl: string | null = null;
  private server: Server | null = null;

  async start(): Promise<this> {
    this.server = createServer((request, response) => void this.serve(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
    return this;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  forget(): void {
    this.books.clear();
    this.refunds.clear();
    this.calls.length = 0;
    this.mode = "answer";
    this.lostPath = null;
    this.refundState = "done";
  }

  /** The buyer pays what the shop asked for. */
  pay(paymentNo: string): Book {
    const book = this.bookOf(paymentNo);
    book.state = "paid";
    return book;
  }

  bookOf(paymentNo: string): Book {
    const book = this.books.get(paymentNo);
    if (!book) throw new Error(`The gateway was never asked for ${paymentNo}`);
    return book;
  }

  protected open(paymentNo: string, cents: bigint, currency: string): Book {
    const name = randomCode(12);
    const book: Book = { reference: `ref_${name}`, tradeNo: `T${name}`, cents, currency, state: "waiting" };
    this.books.set(paymentNo, book);
    return book;
  }

  /** One refund a number, however often it is asked for; `null` when it is more than is left of the trade. */
  protected makeRefund(refundNo: string, tradeNo: string, cents: bigint): RefundBook | null {
    const made = this.refunds.get(refundNo);
    if (made) return made;
    const paid = [...this.books.values()].find((book) => book.tradeNo === tradeNo)?.cents ?? 0n;
    const back = [...this.refunds.values()].filter((refund) => refund.tradeNo === tradeNo);
    if (back.reduce((sum, refund) => sum + refund.cents, cents) > paid) return null;
    const refund: RefundBook = { tradeNo, cents, state: this.refundState };
    this.refunds.set(refundNo, refund);
    return refund;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const body = await readBody(request);
    this.calls.push(`${request.method} ${url.pathname}`);
    if (this.mode === "hang") return;
    if (this.mode === "error") {
      response.writeHead(500).end("database is down");
      return;
    }
    const answer = await this.answer({
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    });
    if (this.mode === "lost" || (this.lostPath && url.pathname.endsWith(this.lostPath))) {
      request.socket.destroy();
      return;
    }
    if (this.deskUrl && request.headers["sec-fetch-mode"] === "navigate") {
      response.writeHead(303, { location: this.deskUrl }).end();
      return;
    }
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers }).end(text);
  }

  /** The settings of a channel of this gateway's merchant. */
  abstract settings(over?: Record<string, string | boolean>): Record<string, string | boolean>;
  /** The notification about a payment in the books, as it travels. */
  abstract message(
    paymentNo: string,
    over?: Over,
  ): RequestInit & { body?: string; headers: Record<string, string>; query?: string };
  protected abstract answer(call: Called): Answer | Promise<Answer>;
}
