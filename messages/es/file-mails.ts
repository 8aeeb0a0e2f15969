import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const fileMails: Pick<MailWriters, "order_new_version"> = {
  order_new_version: ({ orderNo, title, version, notes, url }) => ({
    subject: `${title}: versión ${version}`,
    heading: `${title}: hay una versión nueva`,
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `La versión ${version} está lista y ya la tienes en tu pedido ${orderNo}: con el mismo botón de descarga obtienes la versión nueva.`,
      },
      ...(notes ? [{ kind: "text", text: notes } as const] : []),
      { kind: "button", label: "Abrir el pedido", url },
    ],
  }),
};
