import { payOrder } from "@/lib/checkout/pay-order";
import { AppError } from "@/lib/core/errors";
import { newUuid } from "@/lib/core/ids";
import { withFormBody } from "@/lib/http/body/form-body";
import { readClient } from "@/lib/http/caller/client-info";
import { findBuyer, isSameOrigin } from "@/lib/http/caller/session";
import { seeOther } from "../../../see-other";

type Context = { params: Promise<{ orderNo: string }> };

/** Problems that the order itself does not say: it does say that a gateway did not answer, or that it is closed. */
const problems: Partial<Record<AppError["kind"], string>> = {
  insufficient_balance: "balance",
  malformed: "channel",
};

/** The form of the pay page where no script sends it: begins the payment and goes to the gateway, or back to its code. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { orderNo } = await params;
  const page = `/pay/${encodeURIComponent(orderNo)}` as const;
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  return withFormBody(request, async (body) => {
    const buyer = await findBuyer(request.headers, orderNo);
    if (!buyer) return seeOther(page);
    const form = new URLSearchParams(body.toString());
    const channelId = Number(form.get("payment_channel_id"));
    try {
      const placed = await payOrder(
        buyer,
        orderNo,
        {
          ...(Number.isInteger(channelId) && channelId > 0 ? { payment_channel_id: channelId } : {}),
          ...(form.has("use_balance") && buyer.kind === "user" ? { use_balance: true } : {}),
        },
        readClient(request.headers, newUuid()),
      );
      const address = placed.payment?.interaction === "redirect" ? placed.payment.pay_url : null;
      if (address === null || !/^https?:\/\//i.test(address)) return seeOther(page);
      return new Response(null, { status: 303, headers: { location: address, "cache-control": "no-store" } });
    } catch (problem) {
      if (!(problem instanceof AppError) || problem.kind === "internal") throw problem;
      const named = problems[problem.kind];
      return seeOther(named ? `${page}?problem=${named}` : page);
    }
  });
}
