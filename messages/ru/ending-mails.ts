import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const endingMails: Pick<MailWriters, "order_ending"> = {
  order_ending: ({ orderNo, title, skuName, until, url, renewUrl }, shop) => ({
    subject: `${title}: действует до ${until.slice(0, 10)}`,
    heading: "Срок вашей покупки скоро закончится",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Вы можете пользоваться покупкой «${title}» до ${until} (${shop.timeZone}).`,
      },
      {
        kind: "facts",
        rows: [
          ["Заказ", orderNo],
          ["Товар", skuName ? `${title} · ${skuName}` : title],
          ["Действует до", `${until} ${shop.timeZone}`],
        ],
      },
      ...(renewUrl
        ? ([
            { kind: "button", label: "Продлить", url: renewUrl },
            { kind: "link", label: "Открыть заказ", url },
          ] as const)
        : ([{ kind: "button", label: "Открыть заказ", url }] as const)),
      { kind: "small", part: "closing", text: "Это письмо приходит один раз, перед окончанием срока." },
    ],
  }),
};
