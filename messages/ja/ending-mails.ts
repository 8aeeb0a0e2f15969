import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const endingMails: Pick<MailWriters, "order_ending"> = {
  order_ending: ({ orderNo, title, skuName, until, url, renewUrl }, shop) => ({
    subject: `${title} は ${until.slice(0, 10)} に終了します`,
    heading: "ご購入品がまもなく終了します",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${title} は ${until}（${shop.timeZone}）までご利用いただけます。`,
      },
      {
        kind: "facts",
        rows: [
          ["注文", orderNo],
          ["商品", skuName ? `${title} · ${skuName}` : title],
          ["終了日", `${until} ${shop.timeZone}`],
        ],
      },
      ...(renewUrl
        ? ([
            { kind: "button", label: "延長する", url: renewUrl },
            { kind: "link", label: "ご注文を開く", url },
          ] as const)
        : ([{ kind: "button", label: "ご注文を開く", url }] as const)),
      { kind: "small", part: "closing", text: "このメールは終了前に1回だけお送りします。" },
    ],
  }),
};
