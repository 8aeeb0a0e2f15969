import { orderNoPattern } from "@/lib/core/ids";
import { withFormBody } from "@/lib/http/body/form-body";
import { expiredOrderCookies } from "@/lib/http/caller/order-cookie";
import { isSameOrigin } from "@/lib/http/caller/session";
import { mostForgotten } from "@/lib/orders/guests/bounds";

/**
 * Takes the cookies of orders from the browser, which no script can: whoever forgets an order there keeps nothing that opens it. Sent by
 * script, since only script knows which orders a browser remembers.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  return withFormBody(request, async (body) => {
    const orderNos = new URLSearchParams(body.toString()).getAll("order_no");
    if (orderNos.length > mostForgotten) return new Response(null, { status: 400 });
    const headers = new Headers({ "cache-control": "no-store" });
    // A number that is none was put into the browser's storage by hand, and has no cookie.
    for (const orderNo of orderNos.filter((text) => orderNoPattern.test(text)))
      for (const cookie of expiredOrderCookies(orderNo)) headers.append("set-cookie", cookie);
    return new Response(null, { status: 204, headers });
  });
}
