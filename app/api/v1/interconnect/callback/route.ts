import { endpoint, route } from "@/lib/http/route";
import { receiveCallback } from "@/lib/interconnect/agent/receive-callback";
import { callbackReceived, receivedCallback } from "@/lib/interconnect/agent/schema";
import { tradeLimits } from "@/lib/interconnect/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "receiveCallback",
      auth: "connection",
      body: receivedCallback,
      // A callback carries what an answer carries.
      bodyCap: tradeLimits.answerBytes,
      response: callbackReceived,
      summary: "Receive a main site's callback",
    },
    ({ actor, body, trace }) => receiveCallback(actor, body, trace),
  ),
});
