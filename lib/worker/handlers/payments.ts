import { reconcilePayment } from "../../checkout/receive/reconcile-payments";
import { resumeRefunds, sendRefund } from "../../checkout/refund/send-refund";
import { reportTills } from "../../payments/channels/report-tills";
import { testActiveChannels } from "../../payments/channels/test-channel";
import { enqueueRates, fetchRate } from "../../payments/rates/fetch-rate";
import { sendTestNotification } from "../../payments/test-gateway/notify-shop";
import { reportTestGateway } from "../../payments/test-gateway/report-state";
import type { Handlers } from "../types";

export const handlers = {
  "payment.query": ({ paymentId }) => reconcilePayment(paymentId),
  "payment.reconcile": async () => {
    await resumeRefunds();
    await reportTestGateway();
    await reportTills();
  },
  "channel.fetch_rates": enqueueRates,
  "channel.fetch_rate": ({ channelId }) => fetchRate(channelId),
  "channel.test_all": testActiveChannels,
  "refund.send": ({ refundId }) => sendRefund(refundId),
  "test_gateway.notify": ({ tradeNo }) => sendTestNotification(tradeNo),
} satisfies Handlers;
