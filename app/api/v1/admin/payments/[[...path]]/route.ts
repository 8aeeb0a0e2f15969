import { confirmPaid } from "@/lib/checkout/receive/confirm-paid";
import { checkPayment } from "@/lib/checkout/receive/query-payment";
import { finishRefund } from "@/lib/checkout/refund/finish-refund";
import { resendRefund } from "@/lib/checkout/refund/resend-refund";
import { notFound } from "@/lib/core/errors";
import { csvOperation, operation, resource } from "@/lib/http/route";
import { listPaymentEvents, listPayments } from "@/lib/payments/admin-queries";
import { confirmPaymentBody } from "@/lib/payments/confirmations/schema";
import { adminPaymentEventList, eventListQuery } from "@/lib/payments/events/schema";
import { exportPayments } from "@/lib/payments/export-payments";
import { exportRefunds } from "@/lib/payments/refunds/export-refunds";
import { listQueuedRefunds } from "@/lib/payments/refunds/refund-queue";
import {
  finishedRefund,
  refundParams,
  refundQueue,
  refundQueueQuery,
  sentRefund,
} from "@/lib/payments/refunds/schema";
import { adminPaymentList, checkedPayment, paymentListQuery, paymentNoParams } from "@/lib/payments/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/payments", {
  confirmPayment: operation("POST /[payment_no]/confirm", {
    permission: ["payments:write", "money:write"],
    proved: "money.confirm",
    summary: "Book a payment that staff saw at its gateway",
    params: paymentNoParams,
    body: confirmPaymentBody,
    handle: ({ actor, client, params, body }) =>
      confirmPaid({ actor, client }, { paymentNo: params.payment_no }, body),
  }),
  queryPayment: operation("POST /[payment_no]/query", {
    permission: "payments:write",
    params: paymentNoParams,
    response: checkedPayment,
    handle: async ({ params }) => {
      const payment = await checkPayment(params.payment_no);
      if (!payment) throw notFound("payment");
      return payment;
    },
  }),
  listPaymentEvents: operation("GET /events", {
    permission: "payments:read",
    query: eventListQuery,
    response: adminPaymentEventList,
    handle: ({ query }) => listPaymentEvents(query),
  }),
  exportPayments: csvOperation("GET /export", {
    permission: ["payments:read", "exports:read"],
    query: paymentListQuery,
    summary: "The filtered payments as CSV, oldest first",
    file: "payments.csv",
    read: exportPayments,
  }),
  finishRefund: operation("POST /refunds/[refund_no]/done", {
    permission: ["payments:write", "money:write"],
    params: refundParams,
    response: finishedRefund,
    handle: ({ actor, client, params }) => finishRefund(actor, client, params.refund_no),
  }),
  resendRefund: operation("POST /refunds/[refund_no]/send", {
    permission: ["payments:write", "money:write"],
    params: refundParams,
    response: sentRefund,
    handle: ({ actor, client, params }) => resendRefund(actor, client, params.refund_no),
  }),
  exportRefunds: csvOperation("GET /refunds/export", {
    permission: ["payments:read", "exports:read"],
    query: refundQueueQuery,
    summary: "The filtered refunds as CSV, oldest first",
    file: "refunds.csv",
    read: exportRefunds,
  }),
  listQueuedRefunds: operation("GET /refunds", {
    permission: "payments:read",
    query: refundQueueQuery,
    response: refundQueue,
    handle: ({ query }) => listQueuedRefunds(query),
  }),
  listPayments: operation("GET /", {
    permission: "payments:read",
    query: paymentListQuery,
    response: adminPaymentList,
    handle: ({ query }) => listPayments(query),
  }),
});
