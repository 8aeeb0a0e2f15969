import { reconcilePayment, reconcilePayments } from "../../checkout/reconcile-payments";
import { sendTestNotification } from "../../payments/test-gateway/notify-shop";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "payment.query": ({ paymentId }) => reconcilePayment(paymentId),
  "payment.reconcile": async () => {
    await reconcilePayments();
  },
  "test_gateway.notify": ({ tradeNo }) => sendTestNotification(tradeNo),
};
