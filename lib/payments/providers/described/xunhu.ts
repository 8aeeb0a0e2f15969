import { describedProvider } from "./described";
import { describedFields } from "./described-settings";

/** Xunhu (虎皮椒): WeChat Pay and Alipay for merchants without a company. */
export const xunhu = describedProvider({
  code: "xunhu",
  name: "Xunhu (虎皮椒)",
  fields: [
    { ...describedFields.gateway_url, hint: "https://api.xunhupay.com/" },
    { ...describedFields.merchant, required: true },
    { ...describedFields.key },
    describedFields.currency,
    describedFields.confirm_by_query,
  ],
  declaration: {
    signature: { field: "hash" },
    create: {
      by: "shop",
      path: "payment/do.html",
      fields: {
        version: "1.1",
        appid: "{merchant}",
        trade_order_id: "{payment_no}",
        total_fee: "{amount}",
        title: "{title}",
        time: "{time}",
        notify_url: "{notify_url}",
        return_url: "{return_url}",
        callback_url: "{return_url}",
        nonce_str: "{nonce}",
      },
      answer: { success: { at: "errcode", is: "0" }, pay_url: "url", reference: "openid" },
    },
    notification: {
      method: "POST",
      encoding: "form",
      payment_no: "trade_order_id",
      trade_no: "open_order_id",
      amount: "total_fee",
      merchant: "appid",
      status: "status",
      paid: ["OD"],
      over: ["CD"],
      echoed: ["order_title", "attach"],
      accepted: "success",
    },
    query: {
      path: "payment/query.html",
      fields: {
        appid: "{merchant}",
        out_trade_order: "{payment_no}",
        time: "{time}",
        nonce_str: "{nonce}",
      },
      success: { at: "errcode", is: "0" },
      status: "data.status",
      paid: ["OD"],
      over: ["CD"],
      trade_no: "data.open_order_id",
    },
  },
});
