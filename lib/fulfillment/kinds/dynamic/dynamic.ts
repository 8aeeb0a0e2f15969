import type { AddedFulfiller } from "../../fulfiller";
import { endRequests } from "./end-requests";
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
  revoke: (tx, { id: orderItemId }) => endRequests(tx, orderItemId),
};
