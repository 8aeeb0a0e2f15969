import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { randomCode } from "../../core/ids";
import { formatMoney, parseMoney } from "../../core/money";
import { db } from "../../db/client";
import { isSignedMd5 } from "../providers/epay/epay-signature";
import { parseForm } from "../providers/form-fields";
import { testMerchant, testMerchantKey } from "../providers/test-gateway/test-gateway";
import { isTestGatewayOn } from "./availability";

export const refusals = ["off", "form", "sign", "merchant", "amount", "address"] as const;
export type GatewayRefusal = (typeof refusals)[number];

export type OpenedPayment = { ok: true; tradeNo: string } | { ok: false; refusal: GatewayRefusal };

const refuse = (refusal: GatewayRefusal): OpenedPayment => ({ ok: false, refusal });

/** Only this shop's own addresses: the gateway must not become a way to make the server call others. */
export function isOwnAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(getConfig().server.baseUrl).origin;
}

/**
 * Acts as `submit.php` and `mapi.php` do: checks the merchant's signature and opens, or finds again, the payment in
 * the gateway's books.
 */
export async function openTestPayment(form: string): Promise<OpenedPayment> {
  if (!(await isTestGatewayOn(db()))) return refuse("off");
  const fields = parseForm(form);
  if (!fields || ![...fields.values()].every((value) => value.isWellFormed())) return refuse("form");
  const field = (name: string) => fields.get(name) ?? "";
  if (field("pid") !== testMerchant) return refuse("merchant");
  if (field("sign_type") !== "MD5" || !isSignedMd5(fields, testMerchantKey())) return refuse("sign");
  const cents = parseMoney(field("money"));
  if (cents === undefined || cents === 0n) return refuse("amount");
  const outTradeNo = field("out_trade_no");
  if (!/^[A-Za-z0-9._|-]{1,64}$/.test(outTradeNo)) return refuse("form");
  const notifyUrl = field("notify_url");
  const returnUrl = field("return_url");
  if (!isOwnAddress(notifyUrl) || !isOwnAddress(returnUrl)) return refuse("address");
  const payment = await db().testGatewayPayment.upsert({
    where: { pid_outTradeNo: { pid: testMerchant, outTradeNo } },
    create: {
      tradeNo: `TG${randomCode(20)}`,
      pid: testMerchant,
      outTradeNo,
      type: field("type") || "test",
      name: field("name").slice(0, 200),
      money: formatMoney(cents),
      notifyUrl,
      returnUrl,
      createdAt: now(),
    },
    update: {},
  });
  return { ok: true, tradeNo: payment.tradeNo };
}
