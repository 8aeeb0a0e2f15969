import type { AddedFulfiller } from "../../fulfiller";
import { moveRequest } from "./move-request";
import { createRequest } from "./request-body";
import { dynamicSettings } from "./schema";

/** The seller's own server makes what is delivered: it is asked when the order is paid (lib/orders/delivery-requests). */
export const dynamic: AddedFulfiller = {
  code: "dynamic",
  fields: [
    { key: "url", kind: "text", required: true, initial: "" },
    { key: "timeout_minutes", kind: "number", required: true, initial: 1440, min: 5, max: 20_160 },
  ],
  settings: dynamicSettings,
  isText: false,
  begin: createRequest,
  deliver: async () => ({ content: null }),
  async revoke(tx, { id: orderItemId }) {
    await moveRequest(tx, { orderItemId }, "ended");
  },
};
