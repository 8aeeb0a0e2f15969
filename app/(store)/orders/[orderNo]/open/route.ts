import { withFormBody } from "@/lib/http/body/form-body";
import { orderCookies } from "@/lib/http/caller/order-cookie";
import { isSameOrigin } from "@/lib/http/caller/session";
import { findGuestOrder } from "@/lib/orders/guests/guest-token";
import { seeOther } from "../../../see-other";

type Context = { params: Promise<{ orderNo: string }> };

/** A link as it stands in the mail, or only its token. */
const tokenIn = (text: string): string => /[#?&]t=([\w-]+)/.exec(text)?.[1] ?? text.trim();

/**
 * Gives the browser the cookie of an order whose link it has. Sent by script, which alone knows the link's fragment, and by
 * the form for whoever has no script. The order is the token's: whatever else stands in the address opens nothing.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { orderNo } = await params;
  const page = `/orders/${encodeURIComponent(orderNo)}` as const;
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  return withFormBody(request, async (body) => {
    const order = await findGuestOrder(tokenIn(new URLSearchParams(body.toString()).get("link") ?? ""));
    const byScript = request.headers.get("accept") === "application/json";
    if (!order) return byScript ? new Response(null, { status: 404 }) : seeOther(`${page}?problem=link`);
    const token = tokenIn(new URLSearchParams(body.toString()).get("link") ?? "");
    const cookies = orderCookies(order.orderNo, token);
    if (!byScript) return seeOther(`/orders/${order.orderNo}`, cookies);
    const headers = new Headers({ "cache-control": "no-store" });
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    return new Response(null, { status: 204, headers });
  });
}
