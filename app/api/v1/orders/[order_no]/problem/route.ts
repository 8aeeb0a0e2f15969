import { endpoint, route } from "@/lib/http/route";
import { reportProblem } from "@/lib/orders/buyer/report-problem";
import { orderParams, problemBody, problemReported } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "reportOwnProblem",
      summary: "Report a problem with a delivered order",
      auth: "user",
      params: orderParams,
      body: problemBody,
      response: problemReported,
    },
    ({ actor, params, body }) => reportProblem(actor, params.order_no, body),
  ),
});
