import { findProductNames } from "@/lib/catalogue/admin/admin-queries";
import { productNameList, productNameQuery } from "@/lib/catalogue/admin/schema";
import { answerBuyer } from "@/lib/checkout/mails/answer-buyer";
import { resendOrderMailByStaff } from "@/lib/checkout/mails/order-mail";
import { resendGiftByStaff } from "@/lib/checkout/mails/resend-gift";
import { confirmPaid } from "@/lib/checkout/receive/confirm-paid";
import { orderMail, resendOrderMailBody } from "@/lib/checkout/schema";
import { newVersion } from "@/lib/fulfillment/kinds/file/schema";
import { jsonDownload } from "@/lib/http/answer/download";
import { csvOperation, operation, resource } from "@/lib/http/route";
import { replaceContent, replaceSecret } from "@/lib/orders/deliver/replace-secret";
import { collectEvidence } from "@/lib/orders/disputes/dispute-evidence";
import { recordDispute } from "@/lib/orders/disputes/record-dispute";
import { disputeBody } from "@/lib/orders/disputes/schema";
import { resendGiftBody, sentGift } from "@/lib/orders/gifts/schema";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { orderDetail, orderParams } from "@/lib/orders/schema";
import { getAdminOrder, listOrders, revealOrder } from "@/lib/orders/staff/admin-queries";
import {
  adminOrderDetail,
  adminOrderList,
  adminOrdersQuery,
  answerBody,
  changeOrdersBody,
  closeProblemBody,
  deliverByHandBody,
  fileByHandBody,
  filesByHand,
  noteBody,
  ordersChanged,
  refundBody,
  refundResult,
  replaceContentBody,
  replaceSecretBody,
} from "@/lib/orders/staff/admin-schema";
import { changeOrders } from "@/lib/orders/staff/change-orders";
import { addFileByHand, deliverByHand, listFilesByHand } from "@/lib/orders/staff/deliver-by-hand";
import { exportOrders } from "@/lib/orders/staff/export-orders";
import { addNote, cancelByOperator, closeProblem, deliverAgain } from "@/lib/orders/staff/operate-order";
import { orderFor, ordersFor } from "@/lib/orders/staff/without-suppliers";
import { confirmPaidBody } from "@/lib/payments/confirmations/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/orders", {
  answerBuyer: operation("POST /[order_no]/answer", {
    permission: "orders:write",
    params: orderParams,
    body: answerBody,
    handle: ({ actor, client, params, body }) =>
      answerBuyer({ actor, client, orderNo: params.order_no }, body.text),
  }),
  cancelOrder: operation("POST /[order_no]/cancel", {
    permission: "orders:write",
    params: orderParams,
    handle: ({ actor, client, params }) => cancelByOperator({ actor, client, orderNo: params.order_no }),
  }),
  closeOrderProblem: operation("POST /[order_no]/close-problem", {
    permission: "orders:write",
    summary: "End what the buyer reported without an answer, for a reason that the time line keeps",
    params: orderParams,
    body: closeProblemBody,
    handle: ({ actor, client, params, body }) =>
      closeProblem({ actor, client, orderNo: params.order_no }, body.reason),
  }),
  confirmOrderPaid: operation("POST /[order_no]/confirm-paid", {
    permission: ["orders:write", "money:write"],
    proved: "money.confirm",
    params: orderParams,
    body: confirmPaidBody,
    handle: ({ actor, client, params, body }) =>
      confirmPaid({ actor, client }, { orderNo: params.order_no }, body),
  }),
  deliverOrderByHand: operation("POST /[order_no]/deliver-by-hand", {
    permission: "orders:write",
    params: orderParams,
    body: deliverByHandBody,
    handle: ({ actor, client, params, body }) =>
      deliverByHand({ actor, client, orderNo: params.order_no }, body),
  }),
  listFilesByHand: operation("GET /[order_no]/files", {
    permission: "orders:read",
    summary: "The files that a person made for items of an order, with the state of their uploads",
    params: orderParams,
    response: filesByHand,
    handle: ({ params }) => listFilesByHand(params.order_no),
  }),
  addFileByHand: operation("POST /[order_no]/files", {
    permission: "orders:write",
    summary:
      "Begin the upload of a file for one item that is delivered by hand: its bytes go to `upload_url` by the tus protocol",
    params: orderParams,
    body: fileByHandBody,
    response: newVersion,
    handle: ({ actor, client, params, body }) =>
      addFileByHand({ actor, client, orderNo: params.order_no }, body),
  }),
  deliverOrderAgain: operation("POST /[order_no]/deliver", {
    permission: "orders:write",
    params: orderParams,
    handle: ({ actor, client, params }) => deliverAgain({ actor, client, orderNo: params.order_no }),
  }),
  recordDispute: operation("POST /[order_no]/dispute", {
    permission: "orders:write",
    params: orderParams,
    body: disputeBody,
    handle: ({ actor, client, params, body }) =>
      recordDispute({ actor, client, orderNo: params.order_no }, body),
  }),
  collectEvidence: operation("GET /[order_no]/evidence", {
    permission: ["orders:read", "exports:read"],
    params: orderParams,
    response: "raw",
    produces: "application/json",
    handle: async ({ actor, client, params }) =>
      jsonDownload(`evidence-${params.order_no}.json`, await collectEvidence(actor, client, params.order_no)),
  }),
  resendOrderGift: operation("POST /[order_no]/gift", {
    permission: "orders:write",
    summary:
      "Send the mail about a gift again, or to another address: what was sent before opens nothing then",
    params: orderParams,
    body: resendGiftBody,
    response: sentGift,
    handle: ({ actor, client, params, body }) =>
      resendGiftByStaff({ actor, client, orderNo: params.order_no }, body),
  }),
  resendOrderMail: operation("POST /[order_no]/mail", {
    permission: "orders:write",
    params: orderParams,
    body: resendOrderMailBody,
    response: orderMail,
    handle: ({ actor, client, params, body }) =>
      resendOrderMailByStaff(actor, params.order_no, body.email, client),
  }),
  addOrderNote: operation("POST /[order_no]/notes", {
    permission: "orders:write",
    params: orderParams,
    body: noteBody,
    handle: ({ actor, client, params, body }) =>
      addNote({ actor, client, orderNo: params.order_no }, body.note),
  }),
  refundOrder: operation("POST /[order_no]/refund", {
    permission: ["orders:write", "money:write"],
    params: orderParams,
    body: refundBody,
    response: refundResult,
    handle: async ({ actor, client, params, body }) => ({
      refund_no: await refundOrder(actor, client, {
        orderNo: params.order_no,
        amountCents: body.amount,
        method: body.method,
        reason: body.reason ?? null,
        requestKey: body.request_key ?? null,
        ...(body.keys ? { keys: body.keys } : {}),
        item: body.item,
        isPaidBack: body.paid_back ?? false,
      }),
    }),
  }),
  replaceContent: operation("POST /[order_no]/replace-content", {
    permission: "orders:write",
    params: orderParams,
    body: replaceContentBody,
    handle: ({ actor, client, params, body }) =>
      replaceContent({ actor, client, orderNo: params.order_no }, body),
  }),
  replaceSecret: operation("POST /[order_no]/replace-secret", {
    permission: "orders:write",
    params: orderParams,
    body: replaceSecretBody,
    handle: async ({ actor, client, params, body }) => {
      const { secret_id: secretId, content, reason } = body;
      await replaceSecret({ actor, client, orderNo: params.order_no }, { secretId, content, reason });
    },
  }),
  revealOrder: operation("POST /[order_no]/reveal", {
    permission: "orders:write",
    params: orderParams,
    response: orderDetail,
    handle: ({ actor, client, params }) => revealOrder(actor, client, params.order_no),
  }),
  getAdminOrder: operation("GET /[order_no]", {
    permission: "orders:read",
    params: orderParams,
    response: adminOrderDetail,
    handle: async ({ params, actor }) => orderFor(actor, await getAdminOrder(params.order_no)),
  }),
  changeOrders: operation("POST /bulk", {
    permission: "orders:write",
    body: changeOrdersBody,
    response: ordersChanged,
    summary:
      "Deliver failed orders again, or cancel unpaid ones: those named, or a piece of what a filter finds",
    handle: ({ actor, client, body }) => changeOrders(actor, client, body),
  }),
  exportOrders: csvOperation("GET /export", {
    permission: ["orders:read", "exports:read"],
    query: adminOrdersQuery,
    file: "orders.csv",
    read: exportOrders,
  }),
  findProductNames: operation("GET /products", {
    permission: "orders:read",
    summary: "Products by a part of their title, to filter orders by: twenty, the newest first",
    query: productNameQuery,
    response: productNameList,
    handle: async ({ query }) => ({ products: await findProductNames(query.search) }),
  }),
  listOrders: operation("GET /", {
    permission: "orders:read",
    query: adminOrdersQuery,
    response: adminOrderList,
    handle: async ({ query, actor }) => ordersFor(actor, await listOrders(query)),
  }),
});
