import type { MailWriters } from "@/lib/notifications/texts/mail-content";
import { name, receiptBlock, secretBlocks } from "./mail-pieces";

/** Mails about what was delivered. Those to the buyer of a gift (`giftTo`) leave the goods out. */
export const goodsMails: Pick<MailWriters, "order_delivered" | "order_secret_changed" | "gift"> = {
  order_delivered: ({ receipt, lines, url, receiptUrl, giftTo }, shop) => ({
    subject: `Your order ${receipt.orderNo} is here`,
    heading: giftTo ? "Your gift is on its way" : "Here is what you bought",
    blocks: [
      ...(giftTo
        ? [
            {
              kind: "text",
              text: `We have e-mailed ${giftTo} a link to it. What you gave is not shown here; the page of your order shows it when you ask for it.`,
            } as const,
          ]
        : secretBlocks(lines)),
      receiptBlock(receipt, lines),
      { kind: "button", label: "Open the order", url },
      { kind: "link", label: "Receipt", url: receiptUrl },
      {
        kind: "small",
        part: "closing",
        text: `Order ${receipt.orderNo}. Keep this e-mail private: anyone who has it can use your purchase. The link opens your order at ${shop.name} at any time.`,
      },
    ],
  }),
  order_secret_changed: ({ orderNo, lines, url, giftTo }) => ({
    subject: `New content for your order ${orderNo}`,
    heading: "Your order has new content",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: giftTo
          ? `The shop has replaced what you gave. We have told ${giftTo}: their link shows the new content.`
          : "The shop has replaced what you had received. Use the following from now on.",
      },
      ...(giftTo ? [] : secretBlocks(lines)),
      { kind: "button", label: "Open the order", url },
    ],
  }),
  gift: ({ fromName, message, lines, url, isChanged }, shop) => ({
    subject: fromName ? `${fromName} sent you a gift` : "You got a gift",
    heading: "A gift for you",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isChanged
          ? `The shop ${shop.name} has replaced what you were given. Your gift page has the new content.`
          : fromName
            ? `${fromName} bought this for you at ${shop.name}.`
            : `Somebody bought this for you at ${shop.name}.`,
      },
      ...(message && !isChanged ? [{ kind: "quote", text: message } as const] : []),
      { kind: "facts", rows: lines.map((line) => ["Gift", name(line)] as const) },
      { kind: "button", label: "Open your gift", url },
      {
        kind: "small",
        part: "closing",
        text: "Keep this e-mail private: anyone who has the link can use your gift. It opens your gift at any time, without an account.",
      },
      {
        kind: "small",
        text: "If you do not know who this is from, you can ignore it: nothing is charged to you.",
      },
    ],
  }),
};

export const giftName = {
  name: "Gift",
  when: "To whom an order was given, after it was delivered",
  inHistory: "gift to its recipient",
};
