import { isAppError } from "@/lib/core/errors";
import { withFormBody } from "@/lib/http/body/form-body";
import { decideTestPayment, isDecision } from "@/lib/payments/test-gateway/decide-payment";

const goTo = (location: string) =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });

/** The buttons of the page, as a plain form: it works without script. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ tradeNo: string }> },
): Promise<Response> {
  const { tradeNo } = await params;
  return withFormBody(request, (body) => decide(tradeNo, body.toString()));
}

async function decide(tradeNo: string, form: string): Promise<Response> {
  const decision = new URLSearchParams(form).get("decision");
  if (!isDecision(decision)) return goTo(`/test-gateway/pay/${encodeURIComponent(tradeNo)}`);
  try {
    return goTo(await decideTestPayment(tradeNo, decision));
  } catch (error) {
    if (isAppError(error, "not_found")) return goTo("/test-gateway/refused?reason=form");
    throw error;
  }
}
