import type { MailWriters } from "@/lib/notifications/texts/mail-content";
import { name, receiptBlock, secretBlocks } from "./mail-pieces";

/** Mails about what was delivered. Those to the buyer of a gift (`giftTo`) leave the goods out. */
export const goodsMails: Pick<MailWriters, "order_delivered" | "order_secret_changed" | "gift"> = {
  order_delivered: ({ receipt, lines, url, receiptUrl, giftTo }, shop) => ({
    subject: `您的訂單 ${receipt.orderNo} 已出貨`,
    heading: giftTo ? "您的禮物已送出" : "這是您購買的內容",
    blocks: [
      ...(giftTo
        ? [
            {
              kind: "text",
              text: `我們已將連結寄到 ${giftTo}。這裡不顯示禮物內容，您可以在訂單頁面查看。`,
            } as const,
          ]
        : secretBlocks(lines)),
      receiptBlock(receipt, lines),
      { kind: "button", label: "開啟訂單", url },
      { kind: "link", label: "收據", url: receiptUrl },
      {
        kind: "small",
        part: "closing",
        text: `訂單 ${receipt.orderNo}。請妥善保管此郵件，任何人看到它即可使用您購買的內容。透過連結可隨時在 ${shop.name} 開啟您的訂單。`,
      },
    ],
  }),
  order_secret_changed: ({ orderNo, lines, url, giftTo }) => ({
    subject: `訂單 ${orderNo} 的內容已更新`,
    heading: "您的訂單有新的內容",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: giftTo
          ? `商家已更換您送出的禮物內容，並已通知 ${giftTo}：透過其連結可查看新的內容。`
          : "商家已更換您此前收到的內容，請從現在起使用以下內容。",
      },
      ...(giftTo ? [] : secretBlocks(lines)),
      { kind: "button", label: "開啟訂單", url },
    ],
  }),
  gift: ({ fromName, message, lines, url, isChanged }, shop) => ({
    subject: fromName ? `${fromName} 送給您一份禮物` : "您收到一份禮物",
    heading: "送給您的禮物",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isChanged
          ? `${shop.name} 已更換您收到的禮物內容，請在禮物頁面查看新的內容。`
          : fromName
            ? `${fromName} 在 ${shop.name} 為您購買了這份禮物。`
            : `有人在 ${shop.name} 為您購買了這份禮物。`,
      },
      ...(message && !isChanged ? [{ kind: "quote", text: message } as const] : []),
      { kind: "facts", rows: lines.map((line) => ["禮物", name(line)] as const) },
      { kind: "button", label: "開啟禮物", url },
      {
        kind: "small",
        part: "closing",
        text: "請妥善保管此郵件，任何人拿到連結即可使用您的禮物。不需要帳號，連結隨時可以開啟。",
      },
      { kind: "small", text: "如果您不認識送禮人，可以忽略此郵件，不會向您收取任何費用。" },
    ],
  }),
};

export const giftName = {
  name: "禮物",
  when: "訂單出貨後，寄給收禮人",
  inHistory: "寄給收禮人的禮物",
};
