import type { MailBlock, MailWriters } from "@/lib/notifications/texts/mail-content";
import type { MailNames } from "../language";
import { endingMails } from "./ending-mails";
import { fileMails } from "./file-mails";
import { giftName, goodsMails } from "./goods-mails";
import { codeLead, name, receiptBlock, refundWay, security, when } from "./mail-pieces";

export const mails: MailWriters = {
  code: ({ purpose, code, minutes, hasAccount }, shop) => ({
    subject: `您的 ${shop.name} 驗證碼`,
    heading: "您的驗證碼",
    blocks: [
      { kind: "text", part: "lead", text: codeLead[purpose] },
      { kind: "code", code },
      {
        kind: "text",
        text: `驗證碼 ${minutes} 分鐘內有效，僅可使用一次。請勿告訴任何人，我們絕不會向您詢問。`,
      },
      ...(purpose === "register" && hasAccount
        ? [{ kind: "text" as const, text: "此信箱已註冊過帳號。如果忘記密碼，請在登入頁選擇「忘記密碼」。" }]
        : []),
      { kind: "small", part: "closing", text: "如果您沒有索取驗證碼，請忽略此郵件。" },
    ],
  }),
  order_paid: ({ receipt, lines, isByHand, url }, shop) => ({
    subject: `已收到付款：訂單 ${receipt.orderNo}`,
    heading: "謝謝，我們已收到您的付款",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isByHand
          ? "商家正在人工處理您的訂單，完成後會再寄信通知您。"
          : "您的訂單正在處理，完成後會再寄信通知您。",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "查看訂單", url },
      { kind: "small", part: "closing", text: `請保留此郵件：透過連結可隨時在 ${shop.name} 開啟您的訂單。` },
    ],
  }),
  order_open: ({ receipt, lines, until, url }) => ({
    subject: `您的訂單 ${receipt.orderNo} 等待付款`,
    heading: "訂單已為您預留",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `您選購的商品為您預留至 ${until}，付款入帳後立即出貨。如已付款或不再需要，不需任何操作。`,
      },
      receiptBlock(receipt, lines, false),
      { kind: "button", label: "付款或查看訂單", url },
    ],
  }),
  ...goodsMails,
  ...fileMails,
  ...endingMails,
  order_failed: ({ receipt, lines, url }) => ({
    subject: `關於您的訂單 ${receipt.orderNo}`,
    heading: "您的訂單暫時未能出貨",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "我們已收到您的付款，但未能立即出貨。商家已收到通知：您會收到所購內容或退款。",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "查看訂單", url },
    ],
  }),
  order_refunded: ({ orderNo, amount, currency, method, reason, url, receiptUrl }) => ({
    subject: `訂單 ${orderNo} 退款通知`,
    heading: "退款通知",
    blocks: [
      { kind: "text", part: "lead", text: refundWay[method] },
      {
        kind: "facts",
        rows: [
          ["訂單", orderNo],
          ["退款", `${amount} ${currency}`],
          ...(reason ? [["原因", reason] as const] : []),
        ],
      },
      { kind: "button", label: "查看訂單", url },
      { kind: "link", label: "收據和退款憑證", url: receiptUrl },
    ],
  }),
  order_answer: ({ orderNo, text, url }, shop) => ({
    subject: `關於您的訂單 ${orderNo}`,
    heading: `${shop.name} 就您的訂單回覆`,
    blocks: [
      { kind: "text", text },
      { kind: "button", label: "查看訂單", url },
      { kind: "small", part: "closing", text: `訂單 ${orderNo}。如果仍有問題，請在訂單頁面再次回報。` },
    ],
  }),
  stock_back: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `到貨通知：${name({ title, skuName, quantity: 1 })}`,
    heading: "已到貨",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${name({ title, skuName, quantity: 1 })} 現在可以購買。商品不會為您保留：本店按登記的先後通知每一位等待的顧客。`,
      },
      { kind: "button", label: "在商店中查看", url },
      {
        kind: "small",
        part: "closing",
        text: `有人在 ${shop.name} 用此信箱登記了到貨通知，所以您會收到這一封郵件，僅此一封。`,
      },
      { kind: "link", label: "取消此信箱的所有到貨通知", url: endUrl },
    ],
  }),
  stock_confirm: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `請確認到貨通知：${name({ title, skuName, quantity: 1 })}`,
    heading: "這是您的信箱嗎？",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `有人用此信箱登記了 ${name({ title, skuName, quantity: 1 })} 的到貨通知。如果是您本人，請點選確認，到貨後您會收到一封郵件。`,
      },
      { kind: "button", label: "確認接收提醒", url },
      {
        kind: "small",
        part: "closing",
        text: `如果不是您本人，可忽略此郵件；也可點選下方連結，${shop.name} 將不再寄給您任何到貨郵件。`,
      },
      { kind: "link", label: "此信箱永不接收到貨郵件", url: endUrl },
    ],
  }),
  guest_recovery: ({ orders }, shop) => ({
    subject: `您在 ${shop.name} 的訂單`,
    heading: "您的訂單連結",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "以下是您索取的訂單連結。每個連結可開啟一筆訂單，任何人持有連結即可查看。",
      },
      ...orders.flatMap((order): MailBlock[] => [
        {
          kind: "facts",
          rows: [
            ["訂單", order.orderNo],
            ["商品", order.title],
            ["日期", when(order.createdAt, shop.timeZone)],
          ],
        },
        { kind: "button", label: "開啟此訂單", url: order.url },
      ]),
      { kind: "small", part: "closing", text: "如果您沒有索取，請忽略此郵件。" },
    ],
  }),
  operator: ({ title, rows, url }) => ({
    subject: `商店通知：${title}`,
    heading: `商店通知：${title}`,
    blocks: [
      ...(rows.length > 0 ? [{ kind: "facts" as const, rows }] : []),
      { kind: "button", label: "在後台開啟", url },
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
          ["時間", when(at, shop.timeZone)],
          ...(ip === null ? [] : [["IP 位址", ip] as const, ["裝置", device ?? "未知"] as const]),
        ],
      },
      {
        kind: "text",
        text:
          ip === null
            ? "如果您沒有向商家提出此要求，請立即聯絡商家。"
            : "如果是您本人操作，請忽略此郵件。如果不是，請立即變更密碼並登出所有裝置。",
      },
      { kind: "button", label: "檢查我的帳號", url },
    ],
  }),
};

export const mailFooters = {
  buyer: (shop: string) => `您收到此郵件，是因為您使用了 ${shop}。郵件不含任何廣告。`,
  recipient: (shop: string) => `您收到此郵件，是因為有人透過 ${shop} 送了您一份禮物。郵件不含任何廣告。`,
  operator: (shop: string) => `您收到此郵件，是因為此信箱用於接收 ${shop} 的管理通知。`,
};

export const mailNames: MailNames = {
  code: {
    name: "驗證碼",
    when: "註冊、重設密碼或更換信箱時",
  },
  order_paid: {
    name: "已收到付款",
    when: "商品不能立即交付時",
    inHistory: "已收款",
  },
  order_delivered: {
    name: "出貨",
    when: "附帶序號",
    inHistory: "出貨",
  },
  order_secret_changed: {
    name: "內容已更換",
    when: "員工更換已交付的內容時",
    inHistory: "更換內容",
  },
  order_new_version: {
    name: "檔案新版本",
    when: "員工通知買家新版本時",
    inHistory: "新版本",
  },
  order_ending: {
    name: "到期提醒",
    when: "所購授權或存取權即將到期時（見設定）",
    inHistory: "即將到期",
  },
  order_open: {
    name: "等待付款",
    when: "訂單五分鐘後仍未付款時（需開啟設定）",
    inHistory: "等待付款",
  },
  order_failed: {
    name: "出貨延遲",
    when: "已付款的商品暫時無法交付時",
    inHistory: "出貨延遲",
  },
  order_refunded: {
    name: "退款",
    when: "退款時",
    inHistory: "退款",
  },
  gift: giftName,
  order_answer: {
    name: "回覆問題",
    when: "員工就訂單寫信時",
    inHistory: "回覆買家",
  },
  stock_back: {
    name: "到貨通知",
    when: "售完的規格可以再次購買時，寄到登記的信箱",
  },
  stock_confirm: {
    name: "到貨通知確認",
    when: "有人登記到貨通知時，先寄到此信箱請其確認",
  },
  guest_recovery: {
    name: "訂單連結",
    when: "訪客索取訂單連結時",
  },
  security: {
    name: "帳號變更",
    when: "密碼、信箱或兩步驟驗證變更，或有新裝置登入時",
  },
  operator: { name: "給營運者的通知", when: "通知管道以郵件寄送的事件" },
};
