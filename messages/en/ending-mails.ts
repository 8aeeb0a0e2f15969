import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const endingMails: Pick<MailWriters, "order_ending"> = {
  order_ending: ({ orderNo, title, skuName, until, url, renewUrl }, shop) => ({
    subject: `${title} ends on ${until.slice(0, 10)}`,
    heading: "What you bought ends soon",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `You can use ${title} until ${until} (${shop.timeZone}).`,
      },
      {
        kind: "facts",
        rows: [
          ["Order", orderNo],
          ["Item", skuName ? `${title} · ${skuName}` : title],
          ["Ends", `${until} ${shop.timeZone}`],
        ],
      },
      ...(renewUrl
        ? ([
            { kind: "button", label: "Renew", url: renewUrl },
            { kind: "link", label: "Open the order", url },
          ] as const)
        : ([{ kind: "button", label: "Open the order", url }] as const)),
      { kind: "small", part: "closing", text: "We send this once, before it ends." },
    ],
  }),
};
