import { reconcilePayment, reconcilePayments } from "../../checkout/reconcile-payments";
import { sendTestNotification } from "../../payments/test-gateway/notify-shop";
import { reportTestGateway } from "../../payments/test-gateway/report-state";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "payment.query": ({ paymentId }) => reconcilePayment(paymentId),
  "payment.reconcile": async () => {
    await reconcilePayments();
    await reportTestGateway();
  },
  "test_gateway.notify": ({ tradeNo }) => sendTestNotification(tradeNo),
};
