import type { MailWriters } from "@/lib/notifications/texts/mail-content";
import { name, receiptBlock, secretBlocks } from "./mail-pieces";

/** Mails about what was delivered. Those to the buyer of a gift (`giftTo`) leave the goods out. */
export const goodsMails: Pick<MailWriters, "order_delivered" | "order_secret_changed" | "gift"> = {
  order_delivered: ({ receipt, lines, url, receiptUrl, giftTo }, shop) => ({
    subject: `您的订单 ${receipt.orderNo} 已发货`,
    heading: giftTo ? "您的礼物已送出" : "这是您购买的内容",
    blocks: [
      ...(giftTo
        ? [
            {
              kind: "text",
              text: `我们已将链接发送至 ${giftTo}。此处不显示礼物内容，您可以在订单页面查看。`,
            } as const,
          ]
        : secretBlocks(lines)),
      receiptBlock(receipt, lines),
      { kind: "button", label: "打开订单", url },
      { kind: "link", label: "收据", url: receiptUrl },
      {
        kind: "small",
        part: "closing",
        text: `订单 ${receipt.orderNo}。请妥善保管此邮件，任何人看到它即可使用您购买的内容。通过链接可随时在 ${shop.name} 打开您的订单。`,
      },
    ],
  }),
  order_secret_changed: ({ orderNo, lines, url, giftTo }) => ({
    subject: `订单 ${orderNo} 的内容已更新`,
    heading: "您的订单有新的内容",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: giftTo
          ? `商家已更换您送出的礼物内容，并已通知 ${giftTo}：通过其链接可查看新的内容。`
          : "商家已更换您此前收到的内容，请从现在起使用以下内容。",
      },
      ...(giftTo ? [] : secretBlocks(lines)),
      { kind: "button", label: "打开订单", url },
    ],
  }),
  gift: ({ fromName, message, lines, url, isChanged }, shop) => ({
    subject: fromName ? `${fromName} 送给您一份礼物` : "您收到一份礼物",
    heading: "送给您的礼物",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isChanged
          ? `${shop.name} 已更换您收到的礼物内容，请在礼物页面查看新的内容。`
          : fromName
            ? `${fromName} 在 ${shop.name} 为您购买了这份礼物。`
            : `有人在 ${shop.name} 为您购买了这份礼物。`,
      },
      ...(message && !isChanged ? [{ kind: "quote", text: message } as const] : []),
      { kind: "facts", rows: lines.map((line) => ["礼物", name(line)] as const) },
      { kind: "button", label: "打开礼物", url },
      {
        kind: "small",
        part: "closing",
        text: "请妥善保管此邮件，任何人拿到链接即可使用您的礼物。无需账号，链接随时可以打开。",
      },
      { kind: "small", text: "如果您不认识送礼人，可以忽略此邮件，不会向您收取任何费用。" },
    ],
  }),
};

export const giftName = {
  name: "礼物",
  when: "订单发货后，发给收礼人",
  inHistory: "发给收礼人的礼物",
};
