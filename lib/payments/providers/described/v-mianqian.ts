import { describedProvider } from "./described";
import { describedFields } from "./described-settings";

/** V-mianqian (V免签): a phone that listens for received payments. It has no number of its own and nothing that could be asked. */
export const vMianqian = describedProvider({
  code: "vmq",
  name: "V-mianqian (V免签)",
  fields: [
    { ...describedFields.gateway_url, hint: "https://vmq.example.com/" },
    { ...describedFields.key },
    { ...describedFields.type, required: true, kind: "select", options: ["1", "2"] },
    describedFields.currency,
  ],
  declaration: {
    signature: {
      field: "sign",
      over: ["payId", "param", "type", "price", "reallyPrice"],
      join: "values",
    },
    create: {
      by: "browser",
      method: "GET",
      path: "createOrder",
      fields: {
        payId: "{payment_no}",
        type: "{type}",
        price: "{amount}",
        param: "",
        isHtml: "1",
        notifyUrl: "{notify_url}",
        returnUrl: "{return_url}",
      },
    },
    notification: {
      method: "GET",
      encoding: "query",
      payment_no: "payId",
      amount: "price",
      received: "reallyPrice",
      accepted: "success",
    },
  },
});
