import { withFormBody } from "@/lib/http/body/form-body";
import { testGatewayUrl } from "@/lib/payments/providers/test-gateway/test-gateway";
import { openTestPayment } from "@/lib/payments/test-gateway/open-payment";

/** The same as submit.php for a shop's server: answers with the link in place of opening it. */
export const POST = (request: Request): Promise<Response> =>
  withFormBody(request, async (body) => openLink(body.toString()));

async function openLink(form: string): Promise<Response> {
  const opened = await openTestPayment(form);
  if (!opened.ok) return Response.json({ code: -1, msg: `refused: ${opened.refusal}` });
  const { tradeNo } = opened;
  return Response.json({
    code: 1,
    msg: "success",
    trade_no: tradeNo,
    payurl: `${testGatewayUrl()}pay/${tradeNo}`,
  });
}
