import { confirmNotices } from "@/lib/catalogue/stock-notices/confirm-notices";
import { stockNoticeLinkBody, stockNoticesConfirmed } from "@/lib/catalogue/stock-notices/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "confirmStockNotices",
      auth: "none",
      limit: "stock_notice",
      summary: "Say that the address that a mail's link names wants to be told of stock",
      body: stockNoticeLinkBody,
      response: stockNoticesConfirmed,
    },
    ({ body }) => confirmNotices(body.token),
  ),
});
