import { isAppError } from "@/lib/core/errors";
import { clientIp } from "@/lib/http/caller/client-info";
import { findBuyer } from "@/lib/http/caller/session";
import { orderEvents } from "@/lib/http/order-events";
import { getOwnOrderId } from "@/lib/orders/queries";

type Context = { params: Promise<{ orderNo: string }> };

/** Server-sent events for an open page of the order: `order` means that it has changed and should be read again. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { orderNo } = await params;
  const buyer = await findBuyer(request.headers, orderNo);
  // After a 204 an EventSource does not reconnect.
  if (!buyer) return new Response(null, { status: 204 });
  try {
    const orderId = await getOwnOrderId(buyer, orderNo);
    return await orderEvents(orderId, clientIp(request.headers), request.signal);
  } catch (problem) {
    if (isAppError(problem, "not_found")) return new Response(null, { status: 204 });
    throw problem;
  }
}
