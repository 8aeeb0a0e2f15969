import type { MailBlock, MailWriters } from "@/lib/notifications/texts/mail-content";
import type { MailNames } from "../language";
import { endingMails } from "./ending-mails";
import { fileMails } from "./file-mails";
import { giftName, goodsMails } from "./goods-mails";
import { codeLead, name, receiptBlock, refundWay, security, when } from "./mail-pieces";

export const mails: MailWriters = {
  code: ({ purpose, code, minutes, hasAccount }, shop) => ({
    subject: `Tu código de ${shop.name}`,
    heading: "Tu código",
    blocks: [
      { kind: "text", part: "lead", text: codeLead[purpose] },
      { kind: "code", code },
      {
        kind: "text",
        text: `Es válido durante ${minutes} minutos y sirve una sola vez. No lo compartas: nunca te lo pediremos.`,
      },
      ...(purpose === "register" && hasAccount
        ? [
            {
              kind: "text" as const,
              text: "Ya hay una cuenta con este correo. Si olvidaste la contraseña, elige «¿Olvidaste tu contraseña?» en la página para iniciar sesión.",
            },
          ]
        : []),
      { kind: "small", part: "closing", text: "Si no pediste un código, no tienes que hacer nada." },
    ],
  }),
  order_paid: ({ receipt, lines, isByHand, url }, shop) => ({
    subject: `Pago recibido: pedido ${receipt.orderNo}`,
    heading: "Gracias, tu pago ha llegado",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isByHand
          ? "Una persona de la tienda está preparando tu pedido. Te escribiremos otra vez en cuanto esté listo."
          : "Estamos preparando tu pedido. Te escribiremos otra vez en cuanto esté listo.",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "Ver el pedido", url },
      {
        kind: "small",
        part: "closing",
        text: `Guarda este correo: el enlace abre tu pedido en ${shop.name} cuando quieras.`,
      },
    ],
  }),
  order_open: ({ receipt, lines, until, url }) => ({
    subject: `Tu pedido ${receipt.orderNo} está pendiente de pago`,
    heading: "Tu pedido está reservado",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Tus productos están reservados hasta el ${until} y se entregan en cuanto llegue tu pago. Si ya pagaste o cambiaste de idea, no tienes que hacer nada.`,
      },
      receiptBlock(receipt, lines, false),
      { kind: "button", label: "Pagar o ver el pedido", url },
    ],
  }),
  ...goodsMails,
  ...fileMails,
  ...endingMails,
  order_failed: ({ receipt, lines, url }) => ({
    subject: `Sobre tu pedido ${receipt.orderNo}`,
    heading: "Aún no hemos podido entregar tu pedido",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "Tu pago ha llegado, pero no pudimos entregar tu compra al instante. La tienda ya está avisada: recibirás tu compra o te devolveremos el dinero.",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "Ver el pedido", url },
    ],
  }),
  order_refunded: ({ orderNo, amount, currency, method, reason, url, receiptUrl }) => ({
    subject: `Reembolso de tu pedido ${orderNo}`,
    heading: "Tu reembolso",
    blocks: [
      { kind: "text", part: "lead", text: refundWay[method] },
      {
        kind: "facts",
        rows: [
          ["Pedido", orderNo],
          ["Reembolso", `${amount} ${currency}`],
          ...(reason ? [["Motivo", reason] as const] : []),
        ],
      },
      { kind: "button", label: "Ver el pedido", url },
      { kind: "link", label: "Recibo y nota de crédito", url: receiptUrl },
    ],
  }),
  order_answer: ({ orderNo, text, url }, shop) => ({
    subject: `Sobre tu pedido ${orderNo}`,
    heading: `${shop.name} te escribe sobre tu pedido`,
    blocks: [
      { kind: "text", text },
      { kind: "button", label: "Ver el pedido", url },
      {
        kind: "small",
        part: "closing",
        text: `Pedido ${orderNo}. Si algo sigue mal, infórmanos en la página del pedido.`,
      },
    ],
  }),
  stock_back: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `Disponible otra vez: ${name({ title, skuName, quantity: 1 })}`,
    heading: "Ya está disponible",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${name({ title, skuName, quantity: 1 })} está disponible otra vez. No te lo hemos reservado: avisamos a todos los que lo pidieron, por orden.`,
      },
      { kind: "button", label: "Ver en la tienda", url },
      {
        kind: "small",
        part: "closing",
        text: `Te lo enviamos una sola vez, porque alguien pidió a ${shop.name} avisar a este correo.`,
      },
      { kind: "link", label: "No enviar más avisos de disponibilidad a este correo", url: endUrl },
    ],
  }),
  stock_confirm: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `Confirma tu correo: ${name({ title, skuName, quantity: 1 })}`,
    heading: "¿Es este tu correo?",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Alguien nos pidió avisar a este correo cuando ${name({ title, skuName, quantity: 1 })} vuelva a estar disponible. Si fuiste tú, confírmalo y te escribiremos una sola vez, cuando vuelva.`,
      },
      { kind: "button", label: "Sí, avísame", url },
      {
        kind: "small",
        part: "closing",
        text: `Si no fuiste tú, ignora este correo o usa el enlace de abajo, y ${shop.name} no volverá a escribirte sobre disponibilidad.`,
      },
      { kind: "link", label: "No enviar nunca avisos de disponibilidad a este correo", url: endUrl },
    ],
  }),
  guest_recovery: ({ orders }, shop) => ({
    subject: `Tus pedidos en ${shop.name}`,
    heading: "Enlaces a tus pedidos",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "Pediste los enlaces a tus pedidos. Cada uno abre un pedido; quien tenga un enlace puede leer ese pedido.",
      },
      ...orders.flatMap((order): MailBlock[] => [
        {
          kind: "facts",
          rows: [
            ["Pedido", order.orderNo],
            ["Producto", order.title],
            ["Fecha", when(order.createdAt, shop.timeZone)],
          ],
        },
        { kind: "button", label: "Abrir este pedido", url: order.url },
      ]),
      { kind: "small", part: "closing", text: "Si no lo pediste, no tienes que hacer nada." },
    ],
  }),
  operator: ({ title, rows, url }) => ({
    subject: title,
    heading: title,
    blocks: [
      ...(rows.length > 0 ? [{ kind: "facts" as const, rows }] : []),
      { kind: "button", label: "Abrir en la administración", url },
    ],
  }),
  security: ({ event, at, ip, device, url }, shop) => ({
    subject: security[event].subject,
    heading: security[event].subject,
    blocks: [
      { kind: "text", part: "lead", text: security[event].text },
      {
        kind: "facts",
        rows: [
          ["Fecha y hora", when(at, shop.timeZone)],
          ...(ip === null
            ? []
            : [["Dirección IP", ip] as const, ["Dispositivo", device ?? "desconocido"] as const]),
        ],
      },
      {
        kind: "text",
        text:
          ip === null
            ? "Si no se lo pediste a la tienda, escríbele ahora mismo."
            : "Si fuiste tú, no tienes que hacer nada. Si no, elige ya una contraseña nueva y cierra todas las sesiones.",
      },
      { kind: "button", label: "Revisar mi cuenta", url },
    ],
  }),
};

export const mailFooters = {
  buyer: (shop: string) => `Recibes este correo porque usaste ${shop}. No contiene publicidad.`,
  recipient: (shop: string) =>
    `Recibes este correo porque alguien te hizo un regalo de ${shop}. No contiene publicidad.`,
  operator: (shop: string) =>
    `Recibes este correo porque tu dirección recibe los avisos para el personal de ${shop}.`,
};

export const mailNames: MailNames = {
  code: {
    name: "Código",
    when: "Para crear una cuenta, elegir una contraseña nueva o cambiar el correo",
  },
  order_paid: {
    name: "Pago recibido",
    when: "Cuando los productos no están listos al instante",
    inHistory: "pago recibido",
  },
  order_delivered: {
    name: "Entrega",
    when: "Con las claves",
    inHistory: "entrega",
  },
  order_secret_changed: {
    name: "Contenido cambiado",
    when: "Cuando el personal cambia lo entregado",
    inHistory: "contenido cambiado",
  },
  order_new_version: {
    name: "Versión nueva de un archivo",
    when: "Cuando el personal avisa de una versión nueva a los compradores",
    inHistory: "versión nueva",
  },
  order_ending: {
    name: "Termina pronto",
    when: "Cuando una licencia o un acceso comprado termina pronto (ver los ajustes)",
    inHistory: "termina pronto",
  },
  order_open: {
    name: "Pendiente de pago",
    when: "Cuando un pedido sigue sin pagar tras cinco minutos, si está activado en los ajustes",
    inHistory: "pendiente de pago",
  },
  order_failed: {
    name: "Entrega demorada",
    when: "Cuando no se puede entregar al instante lo pagado",
    inHistory: "entrega demorada",
  },
  order_refunded: {
    name: "Reembolso",
    when: "Cuando se devuelve dinero",
    inHistory: "reembolso",
  },
  gift: giftName,
  order_answer: {
    name: "Respuesta a un problema",
    when: "Cuando el personal escribe sobre un pedido",
    inHistory: "respuesta al comprador",
  },
  stock_back: {
    name: "Disponible otra vez",
    when: "A quien pidió que se le avise cuando una opción agotada se pueda comprar otra vez",
  },
  stock_confirm: {
    name: "Confirmar un correo para avisos de disponibilidad",
    when: "Al correo que alguien dio para recibir avisos, antes que cualquier otro",
  },
  guest_recovery: {
    name: "Enlaces a los pedidos",
    when: "Cuando alguien sin cuenta pide los enlaces a sus pedidos",
  },
  security: {
    name: "Cambio en una cuenta",
    when: "Cuando cambia la contraseña, el correo o el segundo factor, o hay un inicio de sesión desde un dispositivo nuevo",
  },
  operator: { name: "Para el operador", when: "Cuando un canal de notificaciones avisa por correo" },
};
