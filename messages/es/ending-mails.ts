import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const endingMails: Pick<MailWriters, "order_ending"> = {
  order_ending: ({ orderNo, title, skuName, until, url, renewUrl }, shop) => ({
    subject: `${title} termina el ${until.slice(0, 10)}`,
    heading: "Tu compra termina pronto",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Puedes usar ${title} hasta el ${until} (${shop.timeZone}).`,
      },
      {
        kind: "facts",
        rows: [
          ["Pedido", orderNo],
          ["Producto", skuName ? `${title} · ${skuName}` : title],
          ["Termina", `${until} ${shop.timeZone}`],
        ],
      },
      ...(renewUrl
        ? ([
            { kind: "button", label: "Renovar", url: renewUrl },
            { kind: "link", label: "Abrir el pedido", url },
          ] as const)
        : ([{ kind: "button", label: "Abrir el pedido", url }] as const)),
      { kind: "small", part: "closing", text: "Te lo enviamos una sola vez, antes de que termine." },
    ],
  }),
};
