import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const endingMails: Pick<MailWriters, "order_ending"> = {
  order_ending: ({ orderNo, title, skuName, until, url, renewUrl }, shop) => ({
    subject: `${title} 將於 ${until.slice(0, 10)} 到期`,
    heading: "您購買的商品即將到期",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${title} 可使用至 ${until}（${shop.timeZone}）。`,
      },
      {
        kind: "facts",
        rows: [
          ["訂單", orderNo],
          ["商品", skuName ? `${title} · ${skuName}` : title],
          ["到期", `${until} ${shop.timeZone}`],
        ],
      },
      ...(renewUrl
        ? ([
            { kind: "button", label: "續期", url: renewUrl },
            { kind: "link", label: "開啟訂單", url },
          ] as const)
        : ([{ kind: "button", label: "開啟訂單", url }] as const)),
      { kind: "small", part: "closing", text: "到期前只寄送一次此郵件。" },
    ],
  }),
};
