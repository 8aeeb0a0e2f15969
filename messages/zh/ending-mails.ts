import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const endingMails: Pick<MailWriters, "order_ending"> = {
  order_ending: ({ orderNo, title, skuName, until, url, renewUrl }, shop) => ({
    subject: `${title} 将于 ${until.slice(0, 10)} 到期`,
    heading: "您购买的商品即将到期",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${title} 可使用至 ${until}（${shop.timeZone}）。`,
      },
      {
        kind: "facts",
        rows: [
          ["订单", orderNo],
          ["商品", skuName ? `${title} · ${skuName}` : title],
          ["到期", `${until} ${shop.timeZone}`],
        ],
      },
      ...(renewUrl
        ? ([
            { kind: "button", label: "续期", url: renewUrl },
            { kind: "link", label: "打开订单", url },
          ] as const)
        : ([{ kind: "button", label: "打开订单", url }] as const)),
      { kind: "small", part: "closing", text: "到期前只发送一次此邮件。" },
    ],
  }),
};
