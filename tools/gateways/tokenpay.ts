import { createHash, randomUUID } from "node:crypto";
import { type Answer, type Book, type Called, LoopbackGateway, type Over } from "./loopback-gateway";

const token = "tokenpay-fake-token";
const statuses = { waiting: 0, paid: 1, refunded: 1, expired: 2 } as const;
const words = ["Pending", "Paid", "Expired"];

/** As TokenPay's controller signs: sorted, without what is empty, the token behind. */
export function tokenpaySignature(fields: Record<string, string | number>, key = token): string {
  const text = Object.keys(fields)
    .filter((name) => name !== "Signature" && fields[name] !== "")
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join("&");
  return createHash("md5")
    .update(text + key)
    .digest("hex");
}

const decimal = (cents: bigint) => String(Number(cents) / 100);

export class FakeTokenpay extends LoopbackGateway {
  settings(over: Record<string, string | boolean> = {}) {
    return { gateway_url: this.url, api_token: token, trade_type: "USDT_TRC20", currency: "CNY", ...over };
  }

  message(paymentNo: string, over: Over = {}) {
    const book = { ...this.bookOf(paymentNo), ...over };
    const fields: Record<string, string | number> = {
      ActualAmount: decimal(book.cents),
      Amount: "1.3755",
      BaseCurrency: book.currency,
      BlockChainName: "TRON",
      BlockTransactionId: book.state === "paid" ? "375859c36dc5f5d227b10912b5ec70d36dd34446" : "",
      Currency: "USDT_TRC20",
      CurrencyName: "USDT",
      FromAddress: "TYYpayer",
      Id: book.tradeNo,
      OrderUserKey: paymentNo,
      OutOrderId: paymentNo,
      PayTime: "2026-01-01 08:00:03",
      Status: statuses[book.state],
      ToAddress: "TLUF41C386CMU1Wc8pTSCE4QaiZ2xkhTCb",
    };
    const isTrue = !over.isForged && !over.isOthers;
    const body = JSON.stringify({
      ...fields,
      Signature: tokenpaySignature(fields, isTrue ? token : "other"),
    });
    return { method: "POST", body, headers: { "content-type": "application/json" } };
  }

  protected answer({ method, path, query, body }: Called): Answer {
    const tell = (value: object): Answer => ({ status: 200, body: value });
    if (path === "/CreateOrder" && method === "POST") {
      const fields = JSON.parse(body) as Record<string, string | number>;
      if (fields.Signature !== tokenpaySignature(fields))
        return tell({ success: false, message: "签名验证失败！" });
      const paymentNo = String(fields.OutOrderId);
      const book = this.open(paymentNo, BigInt(Math.round(Number(fields.ActualAmount) * 100)), "CNY");
      book.tradeNo = book.reference = randomUUID();
      const { reference: Id } = book;
      return tell({ success: true, data: `${this.url}Pay?Id=${Id}`, info: { Id, OutOrderId: paymentNo } });
    }
    if (path === "/Pay")
      return { status: 200, body: "<html>TokenPay</html>", headers: { "content-type": "text/html" } };
    if (path !== "/Query") return { status: 404, body: {} };
    const Id = query.get("Id") ?? "";
    if (query.get("Signature") !== tokenpaySignature({ Id })) return tell({ success: false });
    const found = [...this.books].find(([, book]) => book.reference === Id);
    return tell(
      found ? { success: true, data: this.order(...found) } : { success: false, message: "订单不存在！" },
    );
  }

  private order(outOrderId: string, book: Book): object {
    return {
      id: book.tradeNo,
      outOrderId,
      actualAmount: Number(book.cents) / 100,
      currency: "USDT_TRC20",
      status: words[statuses[book.state]],
    };
  }
}
