import type { ClientInfo } from "../acts/actor";
import { handleNotification } from "../checkout/receive/handle-notification";
import { now } from "../core/clock";
import { findTarget, targetOf } from "../payments/events/notification-target";

interface GatewayCall {
  request: Request;
  rawBody: Uint8Array;
  client: ClientInfo;
  /** From the path form; without it the query names the channel. */
  path?: { provider: string; id: string };
}

/** Both URL forms of C30 end here; the answer is the gateway's text and not the envelope. */
export async function answerGateway({ request, rawBody, client, path }: GatewayCall): Promise<Response> {
  const rawQuery = new URL(request.url).search.slice(1);
  const answer = await handleNotification({
    target: path ? targetOf(path) : findTarget(rawQuery),
    message: {
      method: request.method === "POST" ? "POST" : "GET",
      rawQuery,
      rawBody,
      headers: request.headers,
      receivedAt: now(),
      hasOwnKeys: path === undefined,
    },
    client,
  });
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      "Content-Type": answer.contentType,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
