import { constantTimeEqual } from "../../core/crypto";
import { keysOf } from "../../core/shapes/records";
import { db } from "../../db/client";
import { testMerchant, testMerchantKey } from "../providers/test-gateway/test-gateway";
import { isTestGatewayOn } from "./availability";

export interface TestPaymentView {
  tradeNo: string;
  outTradeNo: string;
  name: string;
  money: string;
  status: "waiting" | "paid" | "failed" | "closed";
  returnUrl: string;
  notifyAttempts: number;
  isAcknowledged: boolean;
}

/** For the gateway's page. `null` for an unknown number and while the gateway is off. */
export async function findTestPayment(tradeNo: string): Promise<TestPaymentView | null> {
  if (!(await isTestGatewayOn(db()))) return null;
  const row = await db().testGatewayPayment.findUnique({ where: { tradeNo } });
  return (
    row && {
      tradeNo: row.tradeNo,
      outTradeNo: row.outTradeNo,
      name: row.name,
      money: row.money,
      status: statusOf(row.status),
      returnUrl: row.returnUrl,
      notifyAttempts: row.notifyAttempts,
      isAcknowledged: row.lastAnswer === "success",
    }
  );
}

const tradeStatuses: Record<TestPaymentView["status"], string> = {
  waiting: "WAIT_BUYER_PAY",
  paid: "TRADE_SUCCESS",
  failed: "TRADE_FAILED",
  closed: "TRADE_CLOSED",
};

function statusOf(stored: string): TestPaymentView["status"] {
  const status = keysOf(tradeStatuses).find((known) => known === stored);
  if (!status) throw new Error(`A payment of the test gateway has the unknown status ${stored}`);
  return status;
}

const time = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");

/** `api.php`: `act=order` tells of one payment, `act=query` of the merchant, both to whoever holds the key. */
export async function answerTestApi(query: URLSearchParams): Promise<Record<string, string | number>> {
  const isMerchant =
    query.get("pid") === testMerchant && constantTimeEqual(query.get("key") ?? "", testMerchantKey());
  if (!isMerchant || !(await isTestGatewayOn(db()))) return { code: -3, msg: "Merchant or key is wrong" };
  if (query.get("act") === "query") return { code: 1, pid: testMerchant, active: 1, money: "0.00" };
  if (query.get("act") !== "order") return { code: -5, msg: "No such act" };
  const outTradeNo = query.get("out_trade_no");
  const tradeNo = query.get("trade_no");
  const row =
    outTradeNo || tradeNo
      ? await db().testGatewayPayment.findFirst({
          where: {
            pid: testMerchant,
            ...(outTradeNo ? { outTradeNo } : {}),
            ...(tradeNo ? { tradeNo } : {}),
          },
        })
      : null;
  if (!row) return { code: -1, msg: "Order does not exist" };
  return {
    code: 1,
    msg: "success",
    trade_no: row.tradeNo,
    out_trade_no: row.outTradeNo,
    type: row.type,
    pid: row.pid,
    addtime: time(row.createdAt),
    endtime: row.paidAt ? time(row.paidAt) : "",
    name: row.name,
    money: row.money,
    status: row.status === "paid" ? 1 : 0,
    trade_status: tradeStatuses[statusOf(row.status)],
  };
}
