import { noteRepeat } from "@/lib/http/answer/respond";
import { endpoint, route } from "@/lib/http/route";
import { paySiteOrder } from "@/lib/interconnect/main/pay-site-order";
import { paySiteOrderBody, siteOrderPaid, siteOrderParams } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "paySiteOrder",
      auth: "site",
      params: siteOrderParams,
      body: paySiteOrderBody,
      response: siteOrderPaid,
      repeats: "by_content",
      summary: "Report that the agent's buyer has paid",
    },
    ({ actor, params, body, trace }) =>
      paySiteOrder(actor, params.upstream_order_no, body, () => noteRepeat(trace)),
  ),
});
