import { isAppError } from "@/lib/core/errors";
import { findBuyer, isSameOrigin } from "@/lib/http/caller/session";
import { cancelOrder } from "@/lib/orders/buyer/cancel-order";
import { seeOther } from "../../../see-other";

type Context = { params: Promise<{ orderNo: string }> };

/** The button of the pages without script; what the order became stands on its page. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { orderNo } = await params;
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const buyer = await findBuyer(request.headers, orderNo);
  try {
    if (buyer) await cancelOrder(buyer, orderNo);
  } catch (problem) {
    if (!isAppError(problem, "not_found") && !isAppError(problem, "state_conflict")) throw problem;
  }
  return seeOther(`/orders/${encodeURIComponent(orderNo)}`);
}
