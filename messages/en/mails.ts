import type { MailBlock, MailWriters } from "@/lib/notifications/texts/mail-content";
import type { MailNames } from "../language";
import { endingMails } from "./ending-mails";
import { fileMails } from "./file-mails";
import { giftName, goodsMails } from "./goods-mails";
import { codeLead, name, receiptBlock, refundWay, security, when } from "./mail-pieces";

export const mails: MailWriters = {
  code: ({ purpose, code, minutes, hasAccount }, shop) => ({
    subject: `Your ${shop.name} code`,
    heading: "Your code",
    blocks: [
      { kind: "text", part: "lead", text: codeLead[purpose] },
      { kind: "code", code },
      {
        kind: "text",
        text: `It is valid for ${minutes} minutes and can be used once. Do not share it: we never ask for it.`,
      },
      ...(purpose === "register" && hasAccount
        ? [
            {
              kind: "text" as const,
              text: "There is already an account with this address. If you forgot its password, choose “Forgot password” on the log-in page instead.",
            },
          ]
        : []),
      { kind: "small", part: "closing", text: "If you did not ask for a code, you can ignore this e-mail." },
    ],
  }),
  order_paid: ({ receipt, lines, isByHand, url }, shop) => ({
    subject: `Payment received: order ${receipt.orderNo}`,
    heading: "Thank you, your payment has arrived",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isByHand
          ? "Somebody at the shop is preparing your order. We’ll e-mail you again as soon as it is ready."
          : "Your order is being prepared. We’ll e-mail you again as soon as it is ready.",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "See the order", url },
      {
        kind: "small",
        part: "closing",
        text: `Keep this e-mail: the link opens your order at ${shop.name} at any time.`,
      },
    ],
  }),
  order_open: ({ receipt, lines, until, url }) => ({
    subject: `Your order ${receipt.orderNo} is waiting for your payment`,
    heading: "Your order is reserved",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Your items are reserved for you until ${until} and delivered as soon as your payment arrives. If you have paid already, or changed your mind, there is nothing to do.`,
      },
      receiptBlock(receipt, lines, false),
      { kind: "button", label: "Pay or see the order", url },
    ],
  }),
  ...goodsMails,
  ...fileMails,
  ...endingMails,
  order_failed: ({ receipt, lines, url }) => ({
    subject: `About your order ${receipt.orderNo}`,
    heading: "Your order could not be delivered yet",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "Your payment has arrived, but we could not deliver at once. The shop has been told: you get either what you bought or your money back.",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "See the order", url },
    ],
  }),
  order_refunded: ({ orderNo, amount, currency, method, reason, url, receiptUrl }) => ({
    subject: `Refund for your order ${orderNo}`,
    heading: "Your refund",
    blocks: [
      { kind: "text", part: "lead", text: refundWay[method] },
      {
        kind: "facts",
        rows: [
          ["Order", orderNo],
          ["Refund", `${amount} ${currency}`],
          ...(reason ? [["Reason", reason] as const] : []),
        ],
      },
      { kind: "button", label: "See the order", url },
      { kind: "link", label: "Receipt and credit note", url: receiptUrl },
    ],
  }),
  order_answer: ({ orderNo, text, url }, shop) => ({
    subject: `About your order ${orderNo}`,
    heading: `${shop.name} writes about your order`,
    blocks: [
      { kind: "text", text },
      { kind: "button", label: "See the order", url },
      {
        kind: "small",
        part: "closing",
        text: `Order ${orderNo}. If something is still wrong, report it on the page of the order.`,
      },
    ],
  }),
  stock_back: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `Back in stock: ${name({ title, skuName, quantity: 1 })}`,
    heading: "It is back",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${name({ title, skuName, quantity: 1 })} is back in stock. Nothing is reserved for you: we tell everybody who asked, the first one first.`,
      },
      { kind: "button", label: "See it in the shop", url },
      {
        kind: "small",
        part: "closing",
        text: `We send this once, because somebody asked ${shop.name} to tell this address.`,
      },
      { kind: "link", label: "Send no more stock e-mails to this address", url: endUrl },
    ],
  }),
  stock_confirm: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `Confirm your address: ${name({ title, skuName, quantity: 1 })}`,
    heading: "Is this your address?",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Somebody asked us to tell this address when ${name({ title, skuName, quantity: 1 })} is back in stock. If that was you, confirm it, and we’ll e-mail you once when it is back.`,
      },
      { kind: "button", label: "Yes, tell me", url },
      {
        kind: "small",
        part: "closing",
        text: `If it was not you, ignore this e-mail, or use the link below and ${shop.name} will never e-mail you about stock again.`,
      },
      { kind: "link", label: "Never e-mail this address about stock", url: endUrl },
    ],
  }),
  guest_recovery: ({ orders }, shop) => ({
    subject: `Your orders at ${shop.name}`,
    heading: "Links to your orders",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "You asked for the links to your orders. Each opens one order; whoever has a link can read that order.",
      },
      ...orders.flatMap((order): MailBlock[] => [
        {
          kind: "facts",
          rows: [
            ["Order", order.orderNo],
            ["Item", order.title],
            ["Date", when(order.createdAt, shop.timeZone)],
          ],
        },
        { kind: "button", label: "Open this order", url: order.url },
      ]),
      { kind: "small", part: "closing", text: "If you did not ask for this, you can ignore it." },
    ],
  }),
  operator: ({ title, rows, url }) => ({
    subject: title,
    heading: title,
    blocks: [
      ...(rows.length > 0 ? [{ kind: "facts" as const, rows }] : []),
      { kind: "button", label: "Open in the admin", url },
    ],
  }),
  security: ({ event, at, ip, device, url }, shop) => ({
    subject: security[event].subject,
    heading: security[event].subject,
    blocks: [
      { kind: "text", part: "lead", text: security[event].text },
      {
        kind: "facts",
        rows: [
          ["Time", when(at, shop.timeZone)],
          ...(ip === null ? [] : [["Address", ip] as const, ["Device", device ?? "unknown"] as const]),
        ],
      },
      {
        kind: "text",
        text:
          ip === null
            ? "If you did not ask the shop for this, contact it now."
            : "If this was you, there is nothing to do. If not, choose a new password and end all sessions now.",
      },
      { kind: "button", label: "Check my account", url },
    ],
  }),
};

export const mailFooters = {
  buyer: (shop: string) => `You get this e-mail because you used ${shop}. It contains no advertising.`,
  recipient: (shop: string) =>
    `You get this e-mail because somebody gave you something from ${shop}. It contains no advertising.`,
  operator: (shop: string) =>
    `You get this e-mail because your address receives the messages for the staff of ${shop}.`,
};

export const mailNames: MailNames = {
  code: {
    name: "Code",
    when: "To sign up, choose a new password or change the address",
  },
  order_paid: {
    name: "Payment received",
    when: "When the goods are not ready at once",
    inHistory: "payment received",
  },
  order_delivered: {
    name: "Delivery",
    when: "With the keys",
    inHistory: "delivery",
  },
  order_secret_changed: {
    name: "Replaced content",
    when: "When staff replaced what was delivered",
    inHistory: "replaced content",
  },
  order_new_version: {
    name: "New version of a file",
    when: "When staff tell buyers of a new version",
    inHistory: "new version",
  },
  order_ending: {
    name: "Before something ends",
    when: "When a license or an access that was bought ends soon (see the settings)",
    inHistory: "ends soon",
  },
  order_open: {
    name: "Waits for payment",
    when: "When an order was not paid after five minutes, if the setting is on",
    inHistory: "waits for payment",
  },
  order_failed: {
    name: "Delivery delayed",
    when: "When paid goods cannot be delivered at once",
    inHistory: "delivery delayed",
  },
  order_refunded: {
    name: "Refund",
    when: "When money goes back",
    inHistory: "refund",
  },
  gift: giftName,
  order_answer: {
    name: "Answer to a problem",
    when: "When staff write about an order",
    inHistory: "answer to the buyer",
  },
  stock_back: {
    name: "Back in stock",
    when: "To whoever asked to be told when a sold-out option can be bought again",
  },
  stock_confirm: {
    name: "Confirm an address for stock mails",
    when: "To an address that somebody gave to be told of stock, before anything else",
  },
  guest_recovery: {
    name: "Order links",
    when: "When a guest asks for the links to their orders",
  },
  security: {
    name: "Change of an account",
    when: "When a password, address or second factor was changed, or a new device logged in",
  },
  operator: {
    name: "To the operator",
    when: "When something happens that a notification channel tells by mail",
  },
};
