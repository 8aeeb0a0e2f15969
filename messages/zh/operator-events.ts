import type { EventTexts } from "../language";

export const operatorEvents: EventTexts = {
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
    order_problem: "买家反馈的问题",
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
