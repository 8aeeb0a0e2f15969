import type { MailWriters } from "@/lib/notifications/texts/mail-content";
import { name, receiptBlock, secretBlocks } from "./mail-pieces";

/** Mails about what was delivered. Those to the buyer of a gift (`giftTo`) leave the goods out. */
export const goodsMails: Pick<MailWriters, "order_delivered" | "order_secret_changed" | "gift"> = {
  order_delivered: ({ receipt, lines, url, receiptUrl, giftTo }, shop) => ({
    subject: `ご注文 ${receipt.orderNo} の商品をお届けしました`,
    heading: giftTo ? "ギフトをお送りしました" : "ご購入品をお届けします",
    blocks: [
      ...(giftTo
        ? [
            {
              kind: "text",
              text: `${giftTo} にリンクをお送りしました。ギフトの内容はここには表示されません。ご注文のページでご覧になれます。`,
            } as const,
          ]
        : secretBlocks(lines)),
      receiptBlock(receipt, lines),
      { kind: "button", label: "ご注文を開く", url },
      { kind: "link", label: "領収書", url: receiptUrl },
      {
        kind: "small",
        part: "closing",
        text: `ご注文 ${receipt.orderNo}。このメールを見た人はだれでもご購入品を使えます。大切に保管してください。リンクから、いつでも ${shop.name} のご注文を開けます。`,
      },
    ],
  }),
  order_secret_changed: ({ orderNo, lines, url, giftTo }) => ({
    subject: `ご注文 ${orderNo} の新しい内容`,
    heading: "ご注文の内容が交換されました",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: giftTo
          ? `ショップがギフトの内容を交換し、${giftTo} にお知らせしました。お送りしたリンクから新しい内容をご覧いただけます。`
          : "ショップがお届け済みの内容を交換しました。今後は次の内容をお使いください。",
      },
      ...(giftTo ? [] : secretBlocks(lines)),
      { kind: "button", label: "ご注文を開く", url },
    ],
  }),
  gift: ({ fromName, message, lines, url, isChanged }, shop) => ({
    subject: fromName ? `${fromName} さんからギフトが届きました` : "ギフトが届きました",
    heading: "ギフトが届いています",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isChanged
          ? `${shop.name} がギフトの内容を交換しました。新しい内容はギフトのページでご覧ください。`
          : fromName
            ? `${fromName} さんから、${shop.name} で購入されたギフトです。`
            : `${shop.name} で購入されたギフトです。`,
      },
      ...(message && !isChanged ? [{ kind: "quote", text: message } as const] : []),
      { kind: "facts", rows: lines.map((line) => ["ギフト", name(line)] as const) },
      { kind: "button", label: "ギフトを開く", url },
      {
        kind: "small",
        part: "closing",
        text: "リンクを知っている人はだれでもギフトを使えます。このメールは大切に保管してください。アカウントがなくても、リンクからいつでも開けます。",
      },
      {
        kind: "small",
        text: "贈り主に心当たりがない場合は、このメールを無視してください。料金はかかりません。",
      },
    ],
  }),
};

export const giftName = {
  name: "ギフト",
  when: "注文のお届け後、ギフトの受取人へ",
  inHistory: "受取人へのギフト",
};
