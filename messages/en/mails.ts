import type {
  MailBlock,
  MailData,
  MailLine,
  MailReceipt,
  MailWriters,
  SecurityEvent,
} from "@/lib/notifications/types";
import type { OrderMailNames } from "../language";
import { endingMails } from "./ending-mails";
import { fileMails } from "./file-mails";

const name = ({ title, skuName, quantity }: MailLine) =>
  `${title}${skuName ? ` · ${skuName}` : ""}${quantity > 1 ? ` × ${quantity}` : ""}`;

const when = (at: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)} ${timeZone}`;

const codeLead: Record<MailData["code"]["purpose"], string> = {
  register: "Enter this code to create your account.",
  reset: "Enter this code to choose a new password.",
  change_email: "Enter this code to use this address for your account.",
};

const refundWay: Record<MailData["order_refunded"]["method"], string> = {
  wallet: "The amount is back in your shop balance.",
  gateway: "The amount goes back the way you paid. Depending on your payment service this takes some days.",
  deposit: "The amount is back in your deposit.",
  manual: "The shop returns the amount to you and may write to you about it.",
};

const security: Record<SecurityEvent, { subject: string; text: string }> = {
  password_changed: {
    subject: "Your password was changed",
    text: "The password of your account was changed, and every other device was logged out.",
  },
  new_device: {
    subject: "New log-in to your account",
    text: "Your account was just used from a device or network that we have not seen before.",
  },
  email_changed: {
    subject: "The e-mail address of your account was changed",
    text: "Your account now uses another e-mail address. This one no longer opens it.",
  },
  totp_enabled: {
    subject: "Two-step log-in was switched on",
    text: "From now on your account asks for a code from your authenticator app.",
  },
  totp_disabled: {
    subject: "Two-step log-in was switched off",
    text: "Your account no longer asks for a code from an authenticator app.",
  },
};

const secretBlocks = (lines: MailData["order_delivered"]["lines"]): MailBlock[] =>
  lines
    .filter((line) => line.secrets.length > 0)
    .map((line) => ({
      kind: "secrets",
      title: name(line),
      secrets: line.secrets,
      instructions: line.instructions,
    }));

const reductionName = ({ kind, name }: MailReceipt["reductions"][number]) =>
  ({ member: `${name ?? ""} price`, quantity: "Quantity price", coupon: `Coupon ${name ?? ""}` })[kind];

const receiptBlock = (
  { orderNo, currency, originalAmount, reductions, amount }: MailReceipt,
  lines: readonly MailLine[],
): MailBlock => ({
  kind: "facts",
  rows: [
    ["Order", orderNo],
    ...lines.map((line) => ["Item", name(line)] as const),
    ...(reductions.length > 0 ? [["Before discounts", `${originalAmount} ${currency}`] as const] : []),
    ...reductions.map((each) => [reductionName(each), `−${each.amount} ${currency}`] as const),
    ["Paid", `${amount} ${currency}`],
  ],
});

export const mails: MailWriters = {
  code: ({ purpose, code, minutes, hasAccount }, shop) => ({
    subject: `Your ${shop.name} code`,
    heading: "Your code",
    blocks: [
      { kind: "text", part: "lead", text: codeLead[purpose] },
      { kind: "code", code },
      {
        kind: "text",
        text: `It is valid for ${minutes} minutes and can be used once. Tell it to nobody: we never ask for it.`,
      },
      ...(purpose === "register" && hasAccount
        ? [
            {
              kind: "text" as const,
              text: "There is already an account with this address. If you forgot its password, choose “Forgot password” on the log-in page instead.",
            },
          ]
        : []),
      { kind: "small", part: "closing", text: "If you did not ask for a code, you need not do anything." },
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
          ? "Somebody at the shop is preparing your order. You get another mail as soon as it is ready."
          : "Your order is being prepared. You get another mail as soon as it is ready.",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "See the order", url },
      {
        kind: "small",
        part: "closing",
        text: `Keep this mail: the link opens your order at ${shop.name} at any time.`,
      },
    ],
  }),
  order_open: ({ receipt, lines, until, url }) => ({
    subject: `Your order ${receipt.orderNo} waits for your payment`,
    heading: "Your order is reserved",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `What you chose is kept for you until ${until}. It is delivered as soon as your payment arrives. If you have paid already, or do not want it any more, you need to do nothing.`,
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "Pay or see the order", url },
    ],
  }),
  order_delivered: ({ receipt, lines, url, receiptUrl }, shop) => ({
    subject: `Your order ${receipt.orderNo} is here`,
    heading: "Here is what you bought",
    blocks: [
      ...secretBlocks(lines),
      receiptBlock(receipt, lines),
      { kind: "button", label: "Open the order", url },
      { kind: "link", label: "Receipt", url: receiptUrl },
      {
        kind: "small",
        part: "closing",
        text: `Order ${receipt.orderNo}. Keep this mail: whoever reads it can use what you bought. The link opens your order at ${shop.name} at any time.`,
      },
    ],
  }),
  order_secret_changed: ({ orderNo, lines, url }) => ({
    subject: `New content for your order ${orderNo}`,
    heading: "Your order has new content",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "The shop has replaced what you had received. Use the following from now on.",
      },
      ...secretBlocks(lines),
      { kind: "button", label: "Open the order", url },
    ],
  }),
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
    heading: "Your money is on its way back",
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
        text: `${name({ title, skuName, quantity: 1 })} can be bought again. Nothing is set aside for you: the shop tells everybody who asked, the first one first.`,
      },
      { kind: "button", label: "See it in the shop", url },
      {
        kind: "small",
        part: "closing",
        text: `You get this mail once, because somebody gave this address at ${shop.name} to be told.`,
      },
      { kind: "link", label: "End all such requests of this address", url: endUrl },
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
      { kind: "small", part: "closing", text: "If you did not ask for this mail, you need not do anything." },
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
          ["Address", ip],
          ["Device", device ?? "unknown"],
        ],
      },
      {
        kind: "text",
        text: "If this was you, all is well. If not, choose a new password and end all sessions now.",
      },
      { kind: "button", label: "Check my account", url },
    ],
  }),
};

export const mailFooter = (shop: string) =>
  `This mail was sent by ${shop} because of something you did in the shop. It contains no advertising.`;

export const orderMailNames: OrderMailNames = {
  order_paid: "payment received",
  order_delivered: "delivery",
  order_secret_changed: "replaced content",
  order_new_version: "new version",
  order_ending: "ends soon",
  order_open: "waits for payment",
  order_failed: "delivery delayed",
  order_refunded: "refund",
  order_answer: "answer to the buyer",
};
