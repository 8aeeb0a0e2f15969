import type { MailBlock, MailWriters } from "@/lib/notifications/texts/mail-content";
import type { MailNames } from "../language";
import { endingMails } from "./ending-mails";
import { fileMails } from "./file-mails";
import { giftName, goodsMails } from "./goods-mails";
import { codeLead, name, receiptBlock, refundWay, security, when } from "./mail-pieces";

export const mails: MailWriters = {
  code: ({ purpose, code, minutes, hasAccount }, shop) => ({
    subject: `Ваш код: ${shop.name}`,
    heading: "Ваш код",
    blocks: [
      { kind: "text", part: "lead", text: codeLead[purpose] },
      { kind: "code", code },
      {
        kind: "text",
        text: `Он действует ${minutes} мин. и только один раз. Никому его не сообщайте: мы никогда о нём не спрашиваем.`,
      },
      ...(purpose === "register" && hasAccount
        ? [
            {
              kind: "text" as const,
              text: "Аккаунт с этим адресом уже есть. Если вы забыли пароль, нажмите «Забыли пароль?» на странице входа.",
            },
          ]
        : []),
      { kind: "small", part: "closing", text: "Если вы не запрашивали код, ничего делать не нужно." },
    ],
  }),
  order_paid: ({ receipt, lines, isByHand, url }, shop) => ({
    subject: `Оплата получена: заказ ${receipt.orderNo}`,
    heading: "Спасибо, оплата получена",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isByHand
          ? "Ваш заказ готовит сотрудник магазина. Мы напишем ещё раз, как только он будет готов."
          : "Ваш заказ готовится. Мы напишем ещё раз, как только он будет готов.",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "Посмотреть заказ", url },
      {
        kind: "small",
        part: "closing",
        text: `Сохраните это письмо: ссылка в любой момент откроет ваш заказ в магазине ${shop.name}.`,
      },
    ],
  }),
  order_open: ({ receipt, lines, until, url }) => ({
    subject: `Ваш заказ ${receipt.orderNo} ожидает оплаты`,
    heading: "Товары отложены для вас",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Товары отложены для вас до ${until} и будут выданы, как только поступит оплата. Если вы уже заплатили или передумали, делать ничего не нужно.`,
      },
      receiptBlock(receipt, lines, false),
      { kind: "button", label: "Оплатить или посмотреть заказ", url },
    ],
  }),
  ...goodsMails,
  ...fileMails,
  ...endingMails,
  order_failed: ({ receipt, lines, url }) => ({
    subject: `О вашем заказе ${receipt.orderNo}`,
    heading: "Ваш заказ пока не удалось выдать",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "Оплата получена, но выдать заказ сразу не удалось. Магазин уже знает об этом: вы получите либо покупку, либо деньги обратно.",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "Посмотреть заказ", url },
    ],
  }),
  order_refunded: ({ orderNo, amount, currency, method, reason, url, receiptUrl }) => ({
    subject: `Возврат денег за заказ ${orderNo}`,
    heading: "Возврат денег",
    blocks: [
      { kind: "text", part: "lead", text: refundWay[method] },
      {
        kind: "facts",
        rows: [
          ["Заказ", orderNo],
          ["Возврат", `${amount} ${currency}`],
          ...(reason ? [["Причина", reason] as const] : []),
        ],
      },
      { kind: "button", label: "Посмотреть заказ", url },
      { kind: "link", label: "Квитанция и документ о возврате", url: receiptUrl },
    ],
  }),
  order_answer: ({ orderNo, text, url }, shop) => ({
    subject: `О вашем заказе ${orderNo}`,
    heading: `${shop.name}: сообщение о вашем заказе`,
    blocks: [
      { kind: "text", text },
      { kind: "button", label: "Посмотреть заказ", url },
      {
        kind: "small",
        part: "closing",
        text: `Заказ ${orderNo}. Если что-то по-прежнему не так, сообщите об этом на странице заказа.`,
      },
    ],
  }),
  stock_back: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `Снова в наличии: ${name({ title, skuName, quantity: 1 })}`,
    heading: "Товар снова в наличии",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${name({ title, skuName, quantity: 1 })} — снова в наличии. Товар для вас не отложен: мы пишем всем, кто просил, в порядке очереди.`,
      },
      { kind: "button", label: "Посмотреть в магазине", url },
      {
        kind: "small",
        part: "closing",
        text: `Это письмо приходит один раз: кто-то попросил магазин ${shop.name} сообщить на этот адрес.`,
      },
      { kind: "link", label: "Больше не писать на этот адрес о поступлении", url: endUrl },
    ],
  }),
  stock_confirm: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `Подтвердите адрес: ${name({ title, skuName, quantity: 1 })}`,
    heading: "Это ваш адрес?",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Кто-то попросил сообщить на этот адрес, когда снова появится товар: ${name({ title, skuName, quantity: 1 })}. Если это были вы, подтвердите адрес, и мы пришлём одно письмо, когда товар появится.`,
      },
      { kind: "button", label: "Да, сообщите мне", url },
      {
        kind: "small",
        part: "closing",
        text: `Если это были не вы, не обращайте внимания на письмо или перейдите по ссылке ниже, и магазин ${shop.name} больше никогда не напишет вам о поступлении.`,
      },
      { kind: "link", label: "Никогда не писать на этот адрес о поступлении", url: endUrl },
    ],
  }),
  guest_recovery: ({ orders }, shop) => ({
    subject: `Ваши заказы в магазине ${shop.name}`,
    heading: "Ссылки на ваши заказы",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "Вы запросили ссылки на свои заказы. Каждая открывает один заказ; его увидит любой, у кого есть ссылка.",
      },
      ...orders.flatMap((order): MailBlock[] => [
        {
          kind: "facts",
          rows: [
            ["Заказ", order.orderNo],
            ["Товар", order.title],
            ["Дата", when(order.createdAt, shop.timeZone)],
          ],
        },
        { kind: "button", label: "Открыть этот заказ", url: order.url },
      ]),
      { kind: "small", part: "closing", text: "Если вы этого не запрашивали, ничего делать не нужно." },
    ],
  }),
  operator: ({ title, rows, url }) => ({
    subject: title,
    heading: title,
    blocks: [
      ...(rows.length > 0 ? [{ kind: "facts" as const, rows }] : []),
      { kind: "button", label: "Открыть в панели управления", url },
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
          ["Время", when(at, shop.timeZone)],
          ...(ip === null
            ? []
            : [["IP-адрес", ip] as const, ["Устройство", device ?? "неизвестно"] as const]),
        ],
      },
      {
        kind: "text",
        text:
          ip === null
            ? "Если вы не просили об этом магазин, сразу свяжитесь с ним."
            : "Если это были вы, делать ничего не нужно. Если нет, сразу смените пароль и завершите все сеансы.",
      },
      { kind: "button", label: "Проверить аккаунт", url },
    ],
  }),
};

export const mailFooters = {
  buyer: (shop: string) =>
    `Вы получили это письмо, потому что пользовались магазином ${shop}. В нём нет рекламы.`,
  recipient: (shop: string) =>
    `Вы получили это письмо, потому что вам сделали подарок из магазина ${shop}. В нём нет рекламы.`,
  operator: (shop: string) =>
    `Вы получили это письмо, потому что на ваш адрес приходят уведомления для сотрудников магазина ${shop}.`,
};

export const mailNames: MailNames = {
  code: {
    name: "Код",
    when: "Для регистрации, нового пароля или смены адреса",
  },
  order_paid: {
    name: "Оплата получена",
    when: "Когда товары готовы не сразу",
    inHistory: "оплата получена",
  },
  order_delivered: {
    name: "Выдача",
    when: "Вместе с ключами",
    inHistory: "выдача",
  },
  order_secret_changed: {
    name: "Замена содержимого",
    when: "Когда сотрудник заменил выданное",
    inHistory: "замена содержимого",
  },
  order_new_version: {
    name: "Новая версия файла",
    when: "Когда сотрудник сообщает покупателям о новой версии",
    inHistory: "новая версия",
  },
  order_ending: {
    name: "Скоро закончится",
    when: "Когда скоро закончится купленная лицензия или доступ (см. настройки)",
    inHistory: "скоро закончится",
  },
  order_open: {
    name: "Ожидает оплаты",
    when: "Когда заказ не оплачен через пять минут, если это включено в настройках",
    inHistory: "ожидает оплаты",
  },
  order_failed: {
    name: "Выдача задерживается",
    when: "Когда оплаченные товары нельзя выдать сразу",
    inHistory: "выдача задерживается",
  },
  order_refunded: {
    name: "Возврат денег",
    when: "Когда деньги возвращаются",
    inHistory: "возврат денег",
  },
  gift: giftName,
  order_answer: {
    name: "Ответ на обращение",
    when: "Когда сотрудник пишет о заказе",
    inHistory: "ответ покупателю",
  },
  stock_back: {
    name: "Снова в наличии",
    when: "Тем, кто просил сообщить, когда вариант снова можно купить",
  },
  stock_confirm: {
    name: "Подтверждение адреса для писем о поступлении",
    when: "На адрес, который кто-то указал для писем о поступлении, прежде всех остальных",
  },
  guest_recovery: {
    name: "Ссылки на заказы",
    when: "Когда гость запрашивает ссылки на свои заказы",
  },
  security: {
    name: "Изменение аккаунта",
    when: "Когда изменены пароль, адрес или второй фактор либо выполнен вход с нового устройства",
  },
  operator: { name: "Оператору", when: "Когда происходит то, о чём канал уведомлений сообщает письмом" },
};
