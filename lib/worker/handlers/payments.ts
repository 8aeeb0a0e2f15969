import { reconcilePayment } from "../../checkout/reconcile-payments";
import { resumeRefunds, sendRefund } from "../../checkout/send-refund";
import { sendTestNotification } from "../../payments/test-gateway/notify-shop";
import { reportTestGateway } from "../../payments/test-gateway/report-state";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "payment.query": ({ paymentId }) => reconcilePayment(paymentId),
  "payment.reconcile": async () => {
    await resumeRefunds();
    await reportTestGateway();
  },
  "refund.send": ({ refundId }) => sendRefund(refundId),
  "test_gateway.notify": ({ tradeNo }) => sendTestNotification(tradeNo),
};
