import type { EventTexts } from "../language";

export const operatorEvents: EventTexts = {
  titles: {
    sale: (what) => `Sale: ${what}`,
    order_by_hand: (what) => `Deliver by hand: ${what}`,
    order_held: (what) => `Held until you release it: ${what}`,
    payment_late: (what) => `Paid after it had ended: ${what}`,
  },
  names: {
    sale: "sale",
    order_by_hand: "order to deliver by hand",
    order_held: "held order",
    order_failed: "failed delivery",
    order_problem: "problem reported by a buyer",
    stock_low: "low stock",
    stock_out: "sold out",
    payment_late: "late payment",
    payment_refused: "refused payment message",
    payment_overpaid: "overpayment",
    payment_channel: "unusable payment channel",
    partner_failing: "failing partner",
    mail_failing: "refused mails",
    staff_sign_in: "log-in of staff",
    backup_old: "backup too old",
    test_gateway: "test gateway",
    system: "notice",
  },
  rows: {
    order: "Order",
    product: "Product",
    sku: "SKU",
    buyer: "Buyer",
    amount: "Paid",
    time: "Time",
    more: "and more",
  },
  test: { title: "Test message", text: "This channel works. It was sent from the admin." },
};
