import type { MailBlock, MailWriters } from "@/lib/notifications/texts/mail-content";
import type { MailNames } from "../language";
import { endingMails } from "./ending-mails";
import { fileMails } from "./file-mails";
import { giftName, goodsMails } from "./goods-mails";
import { codeLead, name, receiptBlock, refundWay, security, when } from "./mail-pieces";

export const mails: MailWriters = {
  code: ({ purpose, code, minutes, hasAccount }, shop) => ({
    subject: `您的 ${shop.name} 验证码`,
    heading: "您的验证码",
    blocks: [
      { kind: "text", part: "lead", text: codeLead[purpose] },
      { kind: "code", code },
      {
        kind: "text",
        text: `验证码 ${minutes} 分钟内有效，仅可使用一次。请勿告诉任何人，我们绝不会向您索要。`,
      },
      ...(purpose === "register" && hasAccount
        ? [{ kind: "text" as const, text: "此邮箱已注册过账户。如果忘记密码，请在登录页选择“忘记密码”。" }]
        : []),
      { kind: "small", part: "closing", text: "如果不是您本人操作，请忽略此邮件。" },
    ],
  }),
  order_paid: ({ receipt, lines, isByHand, url }, shop) => ({
    subject: `已收到付款：订单 ${receipt.orderNo}`,
    heading: "谢谢，我们已收到您的付款",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isByHand
          ? "商家正在人工处理您的订单，完成后会再发邮件通知您。"
          : "您的订单正在处理，完成后会再发邮件通知您。",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "查看订单", url },
      { kind: "small", part: "closing", text: `请保留此邮件：通过链接可随时在 ${shop.name} 打开您的订单。` },
    ],
  }),
  order_open: ({ receipt, lines, until, url }) => ({
    subject: `您的订单 ${receipt.orderNo} 等待付款`,
    heading: "订单已为您预留",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `您选购的商品为您预留至 ${until}，付款到账后立即发货。如已付款或不再需要，无需任何操作。`,
      },
      receiptBlock(receipt, lines, false),
      { kind: "button", label: "付款或查看订单", url },
    ],
  }),
  ...goodsMails,
  ...fileMails,
  ...endingMails,
  order_failed: ({ receipt, lines, url }) => ({
    subject: `关于您的订单 ${receipt.orderNo}`,
    heading: "您的订单暂时未能发货",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "我们已收到您的付款，但未能立即发货。商家已收到通知：您将收到所购内容，或获得退款。",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "查看订单", url },
    ],
  }),
  order_refunded: ({ orderNo, amount, currency, method, reason, url, receiptUrl }) => ({
    subject: `订单 ${orderNo} 退款通知`,
    heading: "退款通知",
    blocks: [
      { kind: "text", part: "lead", text: refundWay[method] },
      {
        kind: "facts",
        rows: [
          ["订单", orderNo],
          ["退款", `${amount} ${currency}`],
          ...(reason ? [["原因", reason] as const] : []),
        ],
      },
      { kind: "button", label: "查看订单", url },
      { kind: "link", label: "收据和退款凭证", url: receiptUrl },
    ],
  }),
  order_answer: ({ orderNo, text, url }, shop) => ({
    subject: `关于您的订单 ${orderNo}`,
    heading: `${shop.name} 就您的订单回复`,
    blocks: [
      { kind: "text", text },
      { kind: "button", label: "查看订单", url },
      { kind: "small", part: "closing", text: `订单 ${orderNo}。如果仍有问题，请在订单页面再次反馈。` },
    ],
  }),
  stock_back: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `到货提醒：${name({ title, skuName, quantity: 1 })}`,
    heading: "已到货",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${name({ title, skuName, quantity: 1 })} 现在可以购买。商品不会为您保留：本店按登记的先后通知每一位等待的顾客。`,
      },
      { kind: "button", label: "在商店中查看", url },
      {
        kind: "small",
        part: "closing",
        text: `有人在 ${shop.name} 用此邮箱登记了到货提醒，所以您会收到这一封邮件，仅此一封。`,
      },
      { kind: "link", label: "取消此邮箱的所有到货提醒", url: endUrl },
    ],
  }),
  stock_confirm: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `请确认到货提醒：${name({ title, skuName, quantity: 1 })}`,
    heading: "这是您的邮箱吗？",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `有人用此邮箱登记了 ${name({ title, skuName, quantity: 1 })} 的到货提醒。如果是您本人，请点击确认，到货后您会收到一封邮件。`,
      },
      { kind: "button", label: "确认接收提醒", url },
      {
        kind: "small",
        part: "closing",
        text: `如果不是您本人，可忽略此邮件；也可点击下方链接，${shop.name} 将不再给您发送任何到货邮件。`,
      },
      { kind: "link", label: "此邮箱永不接收到货邮件", url: endUrl },
    ],
  }),
  guest_recovery: ({ orders }, shop) => ({
    subject: `您在 ${shop.name} 的订单`,
    heading: "您的订单链接",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "以下是您索取的订单链接。每个链接可打开一个订单，任何人持有链接即可查看该订单。",
      },
      ...orders.flatMap((order): MailBlock[] => [
        {
          kind: "facts",
          rows: [
            ["订单", order.orderNo],
            ["商品", order.title],
            ["日期", when(order.createdAt, shop.timeZone)],
          ],
        },
        { kind: "button", label: "打开此订单", url: order.url },
      ]),
      { kind: "small", part: "closing", text: "如果不是您本人操作，请忽略此邮件。" },
    ],
  }),
  operator: ({ title, rows, url }) => ({
    subject: `商店通知：${title}`,
    heading: `商店通知：${title}`,
    blocks: [
      ...(rows.length > 0 ? [{ kind: "facts" as const, rows }] : []),
      { kind: "button", label: "在后台打开", url },
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
          ["时间", when(at, shop.timeZone)],
          ...(ip === null ? [] : [["IP 地址", ip] as const, ["设备", device ?? "未知"] as const]),
        ],
      },
      {
        kind: "text",
        text:
          ip === null
            ? "如果您没有向商家提出此要求，请立即联系商家。"
            : "如果是您本人操作，请忽略此邮件。如果不是，请立即修改密码并退出所有设备。",
      },
      { kind: "button", label: "检查我的账户", url },
    ],
  }),
};

export const mailFooters = {
  buyer: (shop: string) => `您收到此邮件，是因为您使用了 ${shop}。邮件不含任何广告。`,
  recipient: (shop: string) => `您收到此邮件，是因为有人通过 ${shop} 送了您一份礼物。邮件不含任何广告。`,
  operator: (shop: string) => `您收到此邮件，是因为该邮箱用于接收 ${shop} 的管理通知。`,
};

export const mailNames: MailNames = {
  code: {
    name: "验证码",
    when: "注册、重设密码或更换邮箱时",
  },
  order_paid: {
    name: "已收到付款",
    when: "商品不能立即交付时",
    inHistory: "已收款",
  },
  order_delivered: {
    name: "发货",
    when: "附带卡密",
    inHistory: "发货",
  },
  order_secret_changed: {
    name: "内容已更换",
    when: "员工更换已交付的内容时",
    inHistory: "更换内容",
  },
  order_new_version: {
    name: "文件新版本",
    when: "员工通知买家新版本时",
    inHistory: "新版本",
  },
  order_ending: {
    name: "到期提醒",
    when: "所购许可或访问即将到期时（见设置）",
    inHistory: "即将到期",
  },
  order_open: {
    name: "等待付款",
    when: "订单五分钟后仍未付款时（需开启设置）",
    inHistory: "等待付款",
  },
  order_failed: {
    name: "发货延迟",
    when: "已付款的商品暂时无法交付时",
    inHistory: "发货延迟",
  },
  order_refunded: {
    name: "退款",
    when: "退款时",
    inHistory: "退款",
  },
  gift: giftName,
  order_answer: {
    name: "回复问题",
    when: "员工就订单写信时",
    inHistory: "回复买家",
  },
  stock_back: {
    name: "到货提醒",
    when: "售罄的规格可以再次购买时，发给登记的邮箱",
  },
  stock_confirm: {
    name: "到货提醒确认",
    when: "有人登记到货提醒时，先发给该邮箱请其确认",
  },
  guest_recovery: {
    name: "订单链接",
    when: "游客索取订单链接时",
  },
  security: {
    name: "账户变更",
    when: "密码、邮箱或两步验证变更，或有新设备登录时",
  },
  operator: { name: "给运营者的通知", when: "通知渠道以邮件发送的事件" },
};
