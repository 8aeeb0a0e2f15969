interface Example {
  body?: Record<string, unknown>;
  /** Data of the answer. */
  answer?: Record<string, unknown>;
}

const order = {
  upstream_order_no: "K7M2Q9X4T1B8",
  downstream_order_no: "A-2026-000117",
  amount: "9.90",
  expire_at: "2026-01-31T12:30:00.000Z",
};
const key = "7Q2KX-9MPLR-44TZA";
const delivered = { status: "ready", payload: key, secrets: [key] };

/** Calls as other programs make them, by the names of operations and webhooks. A test compares them with real ones. */
export const examples: Readonly<Record<string, Example>> = {
  placeGuestOrder: {
    body: { product_id: 12, sku_id: 34, quantity: 1, email: "buyer@example.com", payment_channel_id: 1 },
  },
  logIn: { body: { email: "buyer@example.com", password: "correct horse battery staple" } },
  createSiteOrder: {
    body: {
      product_id: 12,
      sku_id: 34,
      quantity: 1,
      downstream_order_no: order.downstream_order_no,
      customer_email: "buyer@example.com",
      metadata: {},
    },
    answer: {
      upstream_order_no: order.upstream_order_no,
      amount: order.amount,
      expire_at: order.expire_at,
      status: "pending_payment",
    },
  },
  paySiteOrder: {
    body: {
      downstream_payment_id: "PAY-2026-000117",
      paid_amount: order.amount,
      paid_at: "2026-01-31T12:01:00Z",
    },
    answer: {
      upstream_order_no: order.upstream_order_no,
      status: "delivered",
      fulfillment: delivered,
    },
  },
  getSiteOrder: {
    answer: {
      upstream_order_no: order.upstream_order_no,
      downstream_order_no: order.downstream_order_no,
      status: "delivered",
      amount: order.amount,
      paid_at: "2026-01-31T12:01:00.000Z",
      expire_at: order.expire_at,
      product_id: 12,
      sku_id: 34,
      quantity: 1,
      refunded_amount: "0.00",
      fulfillment: delivered,
    },
  },
  "order.fulfilled": {
    body: {
      event: "order.fulfilled",
      upstream_order_no: order.upstream_order_no,
      downstream_order_no: order.downstream_order_no,
      fulfillment: delivered,
      timestamp: "2026-01-31T12:01:01.000Z",
      event_id: `${order.upstream_order_no}-1769860861000`,
      sequence: 1_769_860_861_000,
    },
  },
};

const requestId = "8f0d6a4c-3f0e-4a55-9d0b-1f6a4e0c7d11";

/** `example` of a body, where there is one. */
export const bodyExample = (name: string) => {
  const { body } = examples[name] ?? {};
  return body ? { example: body } : {};
};

/** `example` of an answer in its envelope. */
export const answerExample = (name: string) => {
  const { answer } = examples[name] ?? {};
  if (!answer) return {};
  return { example: { status_code: 0, msg: "success", data: answer, request_id: requestId } };
};
