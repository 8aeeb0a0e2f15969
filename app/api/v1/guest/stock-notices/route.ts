import { askForNotice } from "@/lib/catalogue/stock-notices/ask-for-notice";
import { stockNoticeAsked, stockNoticeBody } from "@/lib/catalogue/stock-notices/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "askForStockNotice",
      auth: "optional_user",
      limit: "stock_notice",
      summary: "Ask for a mail when a sold-out option has stock again",
      body: stockNoticeBody,
      response: stockNoticeAsked,
    },
    async ({ actor, body, client }) =>
      askForNotice({
        skuId: body.sku_id,
        email: body.email,
        userId: actor.kind === "user" ? actor.userId : null,
        locale: await client.readLocale(body.locale),
      }),
  ),
});
