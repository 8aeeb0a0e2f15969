import type { Locale } from "../core/locale";
import type { OperatorEventKind } from "./outbound/schema";

interface EventTexts {
  /** Of one event: what begins the message. Kinds told by their alert's sentence have none. */
  titles: Partial<Record<OperatorEventKind, (what: string) => string>>;
  /** Of many: "12 × Sale". */
  names: Record<OperatorEventKind, string>;
  rows: Record<"order" | "product" | "sku" | "buyer" | "amount" | "time" | "more", string>;
  test: { title: string; text: string };
}

const en: EventTexts = {
  titles: {
    sale: (what) => `Sale: ${what}`,
    order_by_hand: (what) => `Deliver by hand: ${what}`,
    order_held: (what) => `Held until you release it: ${what}`,
    payment_late: (what) => `Paid after it had ended: ${what}`,
  },
  names: {
    sale: "sale",
    order_by_hand: "order to deliver by hand",
    order_held: "held order",
    order_failed: "failed delivery",
    stock_low: "low stock",
    stock_out: "sold out",
    payment_late: "late payment",
    payment_refused: "refused payment message",
    payment_overpaid: "overpayment",
    payment_channel: "unusable payment channel",
    partner_failing: "failing partner",
    mail_failing: "refused mails",
    staff_sign_in: "log-in of staff",
    backup_old: "backup too old",
    test_gateway: "test gateway",
    system: "notice",
  },
  rows: {
    order: "Order",
    product: "Product",
    sku: "SKU",
    buyer: "Buyer",
    amount: "Paid",
    time: "Time",
    more: "and more",
  },
  test: { title: "Test message", text: "This channel works. It was sent from the admin." },
};

const zh: EventTexts = {
  titles: {
    sale: (what) => `新订单：${what}`,
    order_by_hand: (what) => `等待人工发货：${what}`,
    order_held: (what) => `等待放行：${what}`,
    payment_late: (what) => `订单结束后到账：${what}`,
  },
  names: {
    sale: "新订单",
    order_by_hand: "待人工发货的订单",
    order_held: "待放行的订单",
    order_failed: "发货失败",
    stock_low: "库存不足",
    stock_out: "售罄",
    payment_late: "逾期付款",
    payment_refused: "被拒绝的付款通知",
    payment_overpaid: "多付款项",
    payment_channel: "无法使用的支付渠道",
    partner_failing: "合作站点异常",
    mail_failing: "邮件被拒收",
    staff_sign_in: "员工登录",
    backup_old: "备份过旧",
    test_gateway: "测试网关",
    system: "提示",
  },
  rows: {
    order: "订单",
    product: "商品",
    sku: "规格",
    buyer: "买家",
    amount: "实付",
    time: "时间",
    more: "以及更多",
  },
  test: { title: "测试消息", text: "此渠道可用，由后台发送。" },
};

export const eventTexts: Record<Locale, EventTexts> = { en, zh };
