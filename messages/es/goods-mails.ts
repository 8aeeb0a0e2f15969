import type { MailWriters } from "@/lib/notifications/texts/mail-content";
import { name, receiptBlock, secretBlocks } from "./mail-pieces";

/** Mails about what was delivered. Those to the buyer of a gift (`giftTo`) leave the goods out. */
export const goodsMails: Pick<MailWriters, "order_delivered" | "order_secret_changed" | "gift"> = {
  order_delivered: ({ receipt, lines, url, receiptUrl, giftTo }, shop) => ({
    subject: `Tu pedido ${receipt.orderNo} está listo`,
    heading: giftTo ? "Tu regalo está en camino" : "Aquí tienes tu compra",
    blocks: [
      ...(giftTo
        ? [
            {
              kind: "text",
              text: `Enviamos un enlace a ${giftTo}. Aquí no se muestra el contenido del regalo: puedes verlo en la página de tu pedido.`,
            } as const,
          ]
        : secretBlocks(lines)),
      receiptBlock(receipt, lines),
      { kind: "button", label: "Abrir el pedido", url },
      { kind: "link", label: "Recibo", url: receiptUrl },
      {
        kind: "small",
        part: "closing",
        text: `Pedido ${receipt.orderNo}. No compartas este correo: quien lo tenga puede usar tu compra. El enlace abre tu pedido en ${shop.name} cuando quieras.`,
      },
    ],
  }),
  order_secret_changed: ({ orderNo, lines, url, giftTo }) => ({
    subject: `Contenido nuevo en tu pedido ${orderNo}`,
    heading: "Tu pedido tiene contenido nuevo",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: giftTo
          ? `La tienda cambió el contenido de tu regalo. Avisamos a ${giftTo}: su enlace muestra el contenido nuevo.`
          : "La tienda cambió lo que habías recibido. A partir de ahora usa lo siguiente.",
      },
      ...(giftTo ? [] : secretBlocks(lines)),
      { kind: "button", label: "Abrir el pedido", url },
    ],
  }),
  gift: ({ fromName, message, lines, url, isChanged }, shop) => ({
    subject: fromName ? `${fromName} te envió un regalo` : "Tienes un regalo",
    heading: "Un regalo para ti",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isChanged
          ? `La tienda ${shop.name} cambió el contenido de tu regalo. El contenido nuevo está en la página del regalo.`
          : fromName
            ? `${fromName} compró esto para ti en ${shop.name}.`
            : `Alguien compró esto para ti en ${shop.name}.`,
      },
      ...(message && !isChanged ? [{ kind: "quote", text: message } as const] : []),
      { kind: "facts", rows: lines.map((line) => ["Regalo", name(line)] as const) },
      { kind: "button", label: "Abrir el regalo", url },
      {
        kind: "small",
        part: "closing",
        text: "No compartas este correo: quien tenga el enlace puede usar tu regalo. Lo abre cuando quieras, sin cuenta.",
      },
      { kind: "small", text: "Si no sabes de quién es, puedes ignorar este correo: no se te cobra nada." },
    ],
  }),
};

export const giftName = {
  name: "Regalo",
  when: "A quien recibe un regalo, cuando se entrega el pedido",
  inHistory: "regalo a quien lo recibe",
};
