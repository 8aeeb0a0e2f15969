import type { AddedFulfiller } from "../../fulfiller";
import { endRequests } from "./end-requests";
import { createRequest } from "./request-body";
import { type DynamicSettings, dynamicSettings } from "./schema";
import { changeStockQuestion } from "./stock-question";

const asksStock = { key: "stock", is: "question" };

/** The seller's own server makes what is delivered: it is asked when the order is paid (lib/orders/delivery-requests). */
export const dynamic: AddedFulfiller = {
  code: "dynamic",
  fields: [
    { key: "url", kind: "text", required: true, initial: "" },
    { key: "timeout_minutes", kind: "number", required: true, initial: 1440, min: 5, max: 20_160 },
    { key: "stock", kind: "choice", required: true, initial: "option", choices: ["option", "question"] },
    {
      key: "stock_seconds",
      kind: "number",
      required: true,
      initial: 60,
      min: 15,
      max: 3600,
      when: asksStock,
    },
    {
      key: "stock_keep_minutes",
      kind: "number",
      required: true,
      initial: 30,
      min: 1,
      max: 1440,
      when: asksStock,
    },
    {
      key: "stock_when_silent",
      kind: "choice",
      required: true,
      initial: "stop",
      choices: ["stop", "go_on"],
      when: asksStock,
    },
  ],
  settings: dynamicSettings,
  isText: false,
  begin: createRequest,
  deliver: async () => ({ content: null }),
  changed: (tx, skuId, settings, { url }) =>
    changeStockQuestion(tx, skuId, settings as DynamicSettings | null, {
      isNewServer: url !== settings?.url,
    }),
  revoke: (tx, { id: orderItemId }) => endRequests(tx, orderItemId),
};
