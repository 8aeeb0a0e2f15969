import { languages } from "../../../messages/languages";
import { getConfig } from "../../config/config";
import type { Locale } from "../../core/locale";
import type { MailData, MailReceipt } from "../types";
import type { EditableMail } from "./schema";

const orderNo = "K4M7T2QX9WDRH3BPN";
const at = new Date("2026-01-15T10:30:00Z");
const device = "Firefox · Windows";

/** What previews are made of; nothing of it exists. */
export function sampleMail<K extends EditableMail>(kind: K, currency: string, locale: Locale): MailData[K] {
  const title = languages[locale].sampleProduct;
  const shopUrl = getConfig().server.baseUrl;
  const url = `${shopUrl}/orders/${orderNo}`;
  const receiptUrl = `${url}/receipt`;
  const receipt: MailReceipt = {
    orderNo,
    currency,
    originalAmount: "12.00",
    reductions: [{ kind: "coupon", name: "WELCOME10", amount: "1.20" }],
    amount: "10.80",
  };
  const line = { title, skuName: null, quantity: 1 };
  const delivered = { ...line, secrets: ["ABCDE-FGHJK-LMNPQ-RSTUV"], instructions: null };
  const samples: Pick<MailData, EditableMail> = {
    code: { purpose: "register", code: "042917", minutes: 10, hasAccount: false },
    order_open: { receipt, lines: [line], until: "2026-03-01 12:15", url },
    order_paid: { receipt, lines: [line], isByHand: false, url },
    order_delivered: { receipt, lines: [delivered], url, receiptUrl },
    order_secret_changed: { orderNo, lines: [delivered], url },
    order_new_version: { orderNo, title, version: "2.1", notes: "…", url },
    order_ending: {
      orderNo,
      title,
      skuName: null,
      until: "2026-03-01 12:15",
      url,
      renewUrl: `${url}/renew`,
    },
    order_failed: { receipt, lines: [line], url },
    order_refunded: { orderNo, amount: "10.80", currency, method: "gateway", reason: "…", url, receiptUrl },
    order_answer: { orderNo, text: "…", url },
    stock_back: { title, skuName: null, url: shopUrl, endUrl: `${shopUrl}/stock-notices` },
    guest_recovery: { orders: [{ orderNo, title, createdAt: at, url }] },
    security: { event: "new_device", at, ip: "203.0.113.7", device, url },
  };
  return (samples as MailData)[kind];
}
