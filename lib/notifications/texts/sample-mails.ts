import { languages } from "../../../messages/languages";
import { getConfig } from "../../config/config";
import type { Locale } from "../../core/locale";
import type { MailData } from "../mail-data";
import { type EditableMail, editableKinds } from "../mail-kinds";

/** Data of a preview. */
export function sampleMail<K extends EditableMail>(kind: K, currency: string, locale: Locale): MailData[K] {
  const shopUrl = getConfig().server.baseUrl;
  const orderNo = "K4M7T2QX9WDRH3BPN";
  const line = { title: languages[locale].sampleProduct, skuName: null, quantity: 1 };
  return editableKinds[kind].sample({
    orderNo,
    url: `${shopUrl}/orders/${orderNo}`,
    shopUrl,
    receipt: {
      orderNo,
      currency,
      originalAmount: "12.00",
      reductions: [{ kind: "coupon", name: "WELCOME10", amount: "1.20" }],
      amount: "10.80",
    },
    line,
    delivered: { ...line, secrets: ["ABCDE-FGHJK-LMNPQ-RSTUV"], instructions: null },
    until: "2026-03-01 12:15",
    at: new Date("2026-01-15T10:30:00Z"),
  });
}
