import type { MailWriters } from "@/lib/notifications/texts/mail-content";
import { name, receiptBlock, secretBlocks } from "./mail-pieces";

/** Mails about what was delivered. Those to the buyer of a gift (`giftTo`) leave the goods out. */
export const goodsMails: Pick<MailWriters, "order_delivered" | "order_secret_changed" | "gift"> = {
  order_delivered: ({ receipt, lines, url, receiptUrl, giftTo }, shop) => ({
    subject: `Ваш заказ ${receipt.orderNo} выдан`,
    heading: giftTo ? "Ваш подарок отправлен" : "Вот ваша покупка",
    blocks: [
      ...(giftTo
        ? [
            {
              kind: "text",
              text: `Мы отправили ссылку на адрес ${giftTo}. Содержимое подарка здесь не показано: его можно посмотреть на странице заказа.`,
            } as const,
          ]
        : secretBlocks(lines)),
      receiptBlock(receipt, lines),
      { kind: "button", label: "Открыть заказ", url },
      { kind: "link", label: "Квитанция", url: receiptUrl },
      {
        kind: "small",
        part: "closing",
        text: `Заказ ${receipt.orderNo}. Никому не показывайте это письмо: у кого оно есть, тот может воспользоваться вашей покупкой. Ссылка в любой момент откроет ваш заказ в магазине ${shop.name}.`,
      },
    ],
  }),
  order_secret_changed: ({ orderNo, lines, url, giftTo }) => ({
    subject: `Новое содержимое в вашем заказе ${orderNo}`,
    heading: "В вашем заказе новое содержимое",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: giftTo
          ? `Магазин заменил содержимое вашего подарка. Мы сообщили об этом на адрес ${giftTo}: по ссылке видно новое содержимое.`
          : "Магазин заменил то, что вы получили. Теперь используйте следующее.",
      },
      ...(giftTo ? [] : secretBlocks(lines)),
      { kind: "button", label: "Открыть заказ", url },
    ],
  }),
  gift: ({ fromName, message, lines, url, isChanged }, shop) => ({
    subject: fromName ? `Вам подарок от ${fromName}` : "Вам подарок",
    heading: "Подарок для вас",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isChanged
          ? `Магазин ${shop.name} заменил содержимое вашего подарка. Новое содержимое — на странице подарка.`
          : fromName
            ? `Отправитель — ${fromName}. Подарок куплен для вас в магазине ${shop.name}.`
            : `Кто-то купил это для вас в магазине ${shop.name}.`,
      },
      ...(message && !isChanged ? [{ kind: "quote", text: message } as const] : []),
      { kind: "facts", rows: lines.map((line) => ["Подарок", name(line)] as const) },
      { kind: "button", label: "Открыть подарок", url },
      {
        kind: "small",
        part: "closing",
        text: "Никому не показывайте это письмо: по ссылке подарком может воспользоваться любой. Она открывает подарок в любой момент, аккаунт не нужен.",
      },
      {
        kind: "small",
        text: "Если вы не знаете, от кого это, просто не обращайте внимания на письмо: с вас ничего не спишут.",
      },
    ],
  }),
};

export const giftName = {
  name: "Подарок",
  when: "Получателю подарка, когда заказ выдан",
  inHistory: "подарок получателю",
};
