import { db } from "../../db/client";
import type { TestGatewayPayment } from "../../db/generated/client";
import { callGateway, GatewayError } from "../gateway-request";
import { signMd5 } from "../providers/epay/epay-signature";
import { testMerchantKey } from "../providers/test-gateway/test-gateway";
import { isOwnAddress } from "./open-payment";

type Told = Pick<TestGatewayPayment, "pid" | "tradeNo" | "outTradeNo" | "type" | "name" | "money">;

/** The fields of a notification, signed as EPay signs; the same go to the browser's return address. */
export function signedResult({ pid, tradeNo, outTradeNo, type, name, money }: Told): URLSearchParams {
  const fields = {
    pid,
    trade_no: tradeNo,
    out_trade_no: outTradeNo,
    type,
    name,
    money,
    trade_status: "TRADE_SUCCESS",
  };
  const sign = signMd5(new Map(Object.entries(fields)), testMerchantKey());
  return new URLSearchParams({ ...fields, sign, sign_type: "MD5" });
}

export const withQuery = (address: string, query: URLSearchParams): string =>
  `${address}${address.includes("?") ? "&" : "?"}${query}`;

async function send(payment: TestGatewayPayment): Promise<string> {
  if (!isOwnAddress(payment.notifyUrl)) return "The notify address is not this shop's";
  try {
    return (
      await callGateway({
        label: "test_gateway.notify",
        url: withQuery(payment.notifyUrl, signedResult(payment)),
      })
    ).slice(0, 200);
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
    throw error;
  }
}

/** Sends one signed notification over HTTP. @returns whether the shop said `success`. */
export async function notifyShop(tradeNo: string): Promise<boolean> {
  const payment = await db().testGatewayPayment.findUnique({ where: { tradeNo } });
  if (payment?.status !== "paid" || payment.lastAnswer === "success") return true;
  const answer = await send(payment);
  await db().testGatewayPayment.update({
    where: { tradeNo },
    data: { notifyAttempts: { increment: 1 }, lastAnswer: answer },
    select: { id: true },
  });
  return answer === "success";
}

/** The gateway's retry. Throwing makes the job come again, later each time. */
export async function sendTestNotification(tradeNo: string): Promise<void> {
  if (!(await notifyShop(tradeNo))) throw new Error(`The shop has not acknowledged ${tradeNo}`);
}
