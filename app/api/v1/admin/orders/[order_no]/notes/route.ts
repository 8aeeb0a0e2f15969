import { endpoint, route } from "@/lib/http/route";
import { done, noteBody } from "@/lib/orders/admin-schema";
import { addNote } from "@/lib/orders/operate-order";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      body: noteBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await addNote({ actor, client, orderNo: params.order_no }, body.note);
      return { done: true as const };
    },
  ),
});
