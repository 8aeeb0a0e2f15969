import { withFormBody } from "@/lib/http/body/form-body";
import { openTestPayment } from "@/lib/payments/test-gateway/open-payment";

/** Where a shop sends its buyer, by link or by form, as at any EPay gateway. */
async function submit(form: string): Promise<Response> {
  const opened = await openTestPayment(form);
  const path = opened.ok
    ? `/test-gateway/pay/${opened.tradeNo}`
    : `/test-gateway/refused?reason=${opened.refusal}`;
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}

export const GET = (request: Request) => submit(new URL(request.url).search.slice(1));
export const POST = (request: Request) => withFormBody(request, (body) => submit(body.toString()));
