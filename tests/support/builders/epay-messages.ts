import type { NotificationMessage } from "@/lib/payments/provider";
import { epay } from "@/lib/payments/providers/epay/epay";
import { signMd5 } from "@/lib/payments/providers/epay/epay-signature";

/** Key of the published vector. */
export const key = "WWc3Z2jkK7jhNGPALcGKjHLPK47wRK85";
export const settings = { gateway_url: "https://pay.example.com", pid: "1001", key, type: "alipay" };
export const account = epay.connect(settings);

export const get = (rawQuery: string, hasOwnKeys = false): NotificationMessage => ({
  method: "GET",
  rawQuery,
  rawBody: new Uint8Array(0),
  headers: new Headers(),
  receivedAt: new Date(0),
  hasOwnKeys,
});

/** A message that the merchant key really signed. */
export const signed = (fields: Record<string, string>, merchantKey = key) =>
  new URLSearchParams({
    ...fields,
    sign: signMd5(new Map(Object.entries(fields)), merchantKey),
    sign_type: "MD5",
  }).toString();

export const good = {
  pid: "1001",
  trade_no: "T1",
  out_trade_no: "P1",
  type: "alipay",
  name: "x",
  money: "9.90",
  trade_status: "TRADE_SUCCESS",
};
