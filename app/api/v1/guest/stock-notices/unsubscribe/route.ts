import { endNotices } from "@/lib/catalogue/stock-notices/end-notices";
import { stockNoticeLinkBody, stockNoticesEnded } from "@/lib/catalogue/stock-notices/schema";
import { getConfig } from "@/lib/config/config";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "openUnsubscribeLink",
      auth: "none",
      summary:
        "Lead a reader to the page that ends stock notices; ends nothing, because mail programs open links by themselves",
      query: stockNoticeLinkBody,
      response: "raw",
      rawAnswers: { "303": "Leads to the page that ends stock notices" },
    },
    async ({ query }) =>
      new Response(null, {
        status: 303,
        headers: {
          Location: `${getConfig().server.baseUrl}/stock-notices#${encodeURIComponent(query.token)}`,
          "Cache-Control": "no-store",
        },
      }),
  ),
  // Without a limit: the programs of one mail provider come from one network, and a token that is not ours costs nothing.
  POST: route(
    {
      name: "unsubscribeStockNotices",
      auth: "none",
      summary: "End all stock notices of an address by one click in a mail program (RFC 8058)",
      query: stockNoticeLinkBody,
      response: stockNoticesEnded,
    },
    ({ query }) => endNotices(query.token),
  ),
});
