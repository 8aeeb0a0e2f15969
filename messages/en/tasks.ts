import type { TaskTexts } from "../language";

/** Acts that a money request asks for, by its kind. */
const moneyActs: Readonly<Record<string, string>> = {
  "wallet.adjust": "wallet booking",
  "deposit.move": "deposit booking",
  "statement.settle": "settlement of an agent's statement",
  "order.refund": "refund",
  "order.confirm_paid": "payment confirmed by hand",
  "payment.confirm": "payment at a gateway confirmed by hand",
  "refund.finish": "refund paid outside",
  "refund.send": "refund through the gateway",
  "gift_cards.create": "new gift cards",
};

export const tasks: TaskTexts = {
  "order.problem": ({ reference, detail }) => `The buyer of ${reference} reports a problem: ${detail ?? ""}`,
  "order.dispute": ({ reference, detail }) => `The payment of ${reference} is disputed: ${detail ?? ""}`,
  "order.failed": ({ title }) => `Paid and not delivered: ${title}`,
  "order.by_hand": ({ title }) => `Waits to be delivered by hand: ${title}`,
  "order.upstream": ({ title }) => `Waits for the main site: ${title}`,
  "order.held": ({ title }) => `An agent's order is held until you release it: ${title}`,
  "mail.refused": ({ count, detail }) =>
    `${count === 1 ? "A mail is" : `${count} mails are`} refused by the mail server: ${detail ?? "no reason given"}`,
  "purchase.failed": ({ title, detail }) =>
    `The main site did not deliver ${title}: ${detail ?? "no reason given"}`,
  "money.request": ({ title, detail }) =>
    `A second person has to approve: ${moneyActs[title ?? ""] ?? title}, ${detail}`,
  "refund.pending": ({ amount, reference }) => `Pay back ${amount} for ${reference}`,
  "callback.failed": ({ title, count }) =>
    `${title} did not take ${count === 1 ? "a callback" : `${count} callbacks`}`,
  "review.waiting": ({ count }) => `${count === 1 ? "A review waits" : `${count} reviews wait`} for a check`,
  "stock.out": ({ title }) => `Sold out: ${title}`,
  "stock.low": ({ title, count }) => `${count} left: ${title}`,
};
