import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { signMd5 } from "@/lib/payments/providers/epay/epay-signature";

export const merchant = { pid: "1001", key: "fake-gateway-merchant-key-1" };

/** Books of the gateway on a payment. */
export interface GatewayBook {
  tradeNo: string;
  money: string;
  status: "waiting" | "paid" | "expired" | "closed" | "refunded";
  begunAt?: string;
}

export type QueryMode = "answer" | "unknown" | "error" | "hang" | "not_json" | "huge" | "redirect";

export interface Ack {
  status: number;
  body: string;
  contentType: string | null;
}

export interface NotifyOptions {
  /** Fields to set over the usual ones; `undefined` leaves one out. */
  fields?: Record<string, string | undefined>;
  key?: string;
  /** Put in place of the true signature. */
  sign?: string;
  signType?: string | null;
  method?: "GET" | "POST";
  contentType?: string;
  /** How the gateway damages our address. */
  mangle?: "amp" | "second-mark" | "none";
  /** Behind the signed fields, unsigned. */
  extra?: string;
  /** Close the socket without reading the answer. */
  hangUp?: boolean;
}

/**
 * An EPay gateway on loopback with its own books and key, outside of what is tested: it sends what a script says, records
 * our answer byte for byte, and answers queries the way a test wants them answered.
 */
export class FakeGateway {
  readonly books = new Map<string, GatewayBook>();
  readonly acks: Ack[] = [];
  readonly queries: string[] = [];
  /** Devices for which the payments through the API were to be made. */
  readonly devices: string[] = [];
  queryMode: QueryMode = "answer";
  listsTrades = true;
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeGateway> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const gateway = new FakeGateway(server, `http://127.0.0.1:${port}/`);
    server.on("request", (request, response) => gateway.answer(request, response));
    return gateway;
  }

  /** Back to what it was when it started. */
  forget(): void {
    this.books.clear();
    for (const told of [this.acks, this.queries, this.devices]) told.length = 0;
    this.queryMode = "answer";
    this.listsTrades = true;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  settings(over: Record<string, string | boolean> = {}) {
    return {
      gateway_url: this.url,
      pid: merchant.pid,
      key: merchant.key,
      type: "alipay",
      currency: "USD",
      ...over,
    };
  }

  /** The buyer paid at the gateway. */
  pay(paymentNo: string, money: string, tradeNo = `T${paymentNo}`): GatewayBook {
    const book: GatewayBook = { tradeNo, money, status: "paid" };
    this.books.set(paymentNo, book);
    return book;
  }

  /** The fields of a notification about a payment in the books. */
  fieldsOf(paymentNo: string, { fields = {} }: NotifyOptions = {}): Record<string, string> {
    const book = this.books.get(paymentNo);
    const all: Record<string, string | undefined> = {
      pid: merchant.pid,
      trade_no: book?.tradeNo,
      out_trade_no: paymentNo,
      type: "alipay",
      name: "VIP 会员+1",
      money: book?.money,
      trade_status: book?.status === "paid" ? "TRADE_SUCCESS" : `TRADE_${(book?.status ?? "").toUpperCase()}`,
      ...fields,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  signedQuery(paymentNo: string, options: NotifyOptions = {}): string {
    const fields = this.fieldsOf(paymentNo, options);
    const sign = options.sign ?? signMd5(new Map(Object.entries(fields)), options.key ?? merchant.key);
    const signType = options.signType === undefined ? "MD5" : options.signType;
    const query = new URLSearchParams({ ...fields, sign });
    if (signType !== null) query.set("sign_type", signType);
    return `${query}${options.extra ?? ""}`;
  }

  /** Where a notification goes and what it carries, for a test that calls the handler itself. */
  message(
    notifyUrl: string,
    paymentNo: string,
    options: NotifyOptions = {},
  ): { url: string; init: RequestInit } {
    const query = this.signedQuery(paymentNo, options);
    if (options.method === "POST") {
      const contentType = options.contentType ?? "application/x-www-form-urlencoded";
      return {
        url: notifyUrl,
        init: { method: "POST", body: query, headers: { "content-type": contentType } },
      };
    }
    const hasQuery = notifyUrl.includes("?");
    if (options.mangle === "amp") return { url: `${notifyUrl.replaceAll("&", "&amp;")}&${query}`, init: {} };
    if (options.mangle === "second-mark") return { url: `${notifyUrl}?${query}`, init: {} };
    return { url: `${notifyUrl}${hasQuery ? "&" : "?"}${query}`, init: {} };
  }

  /** Sends a real notification over HTTP and keeps the answer. */
  async notify(notifyUrl: string, paymentNo: string, options: NotifyOptions = {}): Promise<Ack> {
    const { url, init } = this.message(notifyUrl, paymentNo, options);
    const signal = options.hangUp ? AbortSignal.timeout(1) : AbortSignal.timeout(20_000);
    const response = await fetch(url, { redirect: "manual", ...init, signal });
    const ack = {
      status: response.status,
      body: await response.text(),
      contentType: response.headers.get("content-type"),
    };
    this.acks.push(ack);
    return ack;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", this.url);
    if (url.pathname === "/mapi.php") {
      let form = "";
      request.on("data", (chunk: Buffer) => {
        form += chunk.toString();
      });
      request.on("end", () => {
        if (this.queryMode === "error") response.writeHead(500).end();
        else json(response, this.create(new URLSearchParams(form)));
      });
      return;
    }
    this.queries.push(url.searchParams.get("out_trade_no") ?? url.searchParams.get("act") ?? "");
    switch (this.queryMode) {
      case "hang":
        return;
      case "error":
        response.writeHead(500).end("database is down");
        return;
      case "not_json":
        response.writeHead(200).end("<html>maintenance</html>");
        return;
      case "huge":
        response.writeHead(200).end("x".repeat(1_000_000));
        return;
      case "redirect":
        response.writeHead(302, { location: "http://127.0.0.1:9/" }).end();
        return;
      default:
        json(response, this.answerQuery(url.searchParams));
    }
  }

  private answerQuery(query: URLSearchParams): object {
    const isMerchant = query.get("pid") === merchant.pid && query.get("key") === merchant.key;
    const book = this.books.get(query.get("out_trade_no") ?? "");
    if (!isMerchant) return { code: -3, msg: "key error" };
    if (query.get("act") === "query") return { code: 1, pid: merchant.pid, key: merchant.key };
    if (query.get("act") === "orders")
      return this.list(Number(query.get("page") ?? 1), Number(query.get("limit")));
    if (!book || this.queryMode === "unknown") return { code: -1, msg: "no such order" };
    return {
      code: 1,
      trade_no: book.tradeNo,
      out_trade_no: query.get("out_trade_no") ?? "",
      pid: Number(merchant.pid),
      money: book.money,
      status: book.status === "paid" ? 1 : 0,
    };
  }

  /** Newest first. */
  private list(page: number, limit: number): object {
    if (!this.listsTrades) return { code: -5, msg: "No Act!" };
    const all = [...this.books].reverse().slice((page - 1) * limit, page * limit);
    const data = all.map(([paymentNo, { tradeNo, money, status, begunAt }]) => ({
      trade_no: tradeNo,
      out_trade_no: paymentNo,
      pid: merchant.pid,
      money,
      addtime: begunAt ?? "2026-03-01 18:00:00",
      status: status === "paid" ? "1" : "0",
    }));
    return { code: 1, msg: "ok", count: data.length, data };
  }

  private create(fields: URLSearchParams): object {
    if (fields.get("sign") !== signMd5(new Map(fields), merchant.key)) return { code: -1, msg: "sign" };
    const paymentNo = fields.get("out_trade_no") ?? "";
    this.books.set(paymentNo, {
      tradeNo: `T${paymentNo}`,
      money: fields.get("money") ?? "",
      status: "waiting",
    });
    const device = fields.get("device") ?? "";
    this.devices.push(device);
    const made = { code: 1, trade_no: `T${paymentNo}` };
    if (device === "mobile") return { ...made, urlscheme: `weixin://dl/business/?t=${paymentNo}` };
    if (device === "pc") return { ...made, qrcode: `weixin://pay/${paymentNo}` };
    return { ...made, payurl: `${this.url}pay/${device}/${paymentNo}` };
  }
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}
