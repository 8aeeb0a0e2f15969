import { noteRepeat } from "@/lib/http/answer/respond";
import { endpoint, route } from "@/lib/http/route";
import { paySiteOrder } from "@/lib/interconnect/main/pay-site-order";
import { paySiteOrderBody, siteOrderPaid, siteOrderParams } from "@/lib/interconnect/main/schema";
import { payTestOrder } from "@/lib/interconnect/main/test-key/pay-test-order";

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
      description:
        "The answer holds the goods where they are ready. After a lost answer or a 5xx nobody knows: the order is read, and the same payment reported again while it is unpaid.",
    },
    ({ actor, params: { upstream_order_no }, body, trace }) => {
      const repeats = () => noteRepeat(trace);
      return actor.kind === "site_test"
        ? payTestOrder(actor, upstream_order_no, body, repeats)
        : paySiteOrder(actor, upstream_order_no, body, repeats);
    },
  ),
});
