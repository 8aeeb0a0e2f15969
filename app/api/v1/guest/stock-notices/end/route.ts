import { endNotices } from "@/lib/catalogue/stock-notices/end-notices";
import { stockNoticeLinkBody, stockNoticesEnded } from "@/lib/catalogue/stock-notices/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "endStockNotices",
      auth: "none",
      limit: "stock_notice",
      summary: "End all stock notices of the address that a mail's link names",
      body: stockNoticeLinkBody,
      response: stockNoticesEnded,
    },
    ({ body }) => endNotices(body.token),
  ),
});
