import { answerTestApi } from "@/lib/payments/test-gateway/queries";

export async function GET(request: Request): Promise<Response> {
  return Response.json(await answerTestApi(new URL(request.url).searchParams), {
    headers: { "Cache-Control": "no-store" },
  });
}
