import { isAppError } from "@/lib/core/errors";
import { clientIp } from "@/lib/http/caller/client-info";
import { findBuyer } from "@/lib/http/caller/session";
import { getSecretsText } from "@/lib/orders/queries";
import { seeOther } from "../../../see-other";

type Context = { params: Promise<{ orderNo: string }> };

/** The goods as a text file: a plain link, for browsers without script too. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { orderNo } = await params;
  const page = `/orders/${encodeURIComponent(orderNo)}` as const;
  const buyer = await findBuyer(request.headers, orderNo);
  if (!buyer) return seeOther(page);
  try {
    return new Response(await getSecretsText(buyer, orderNo, clientIp(request.headers)), {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": `attachment; filename="${orderNo}.txt"`,
        "cache-control": "no-store",
      },
    });
  } catch (problem) {
    if (isAppError(problem, "not_found")) return seeOther(page);
    throw problem;
  }
}
