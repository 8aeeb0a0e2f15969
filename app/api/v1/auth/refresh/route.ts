import { refreshBody, tokens } from "@/lib/accounts/schema";
import { refreshSession } from "@/lib/accounts/sessions/refresh-session";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "refreshSession",
      auth: "none",
      body: refreshBody,
      response: tokens,
      limit: "refresh",
      summary: "New tokens for a refresh token, which is spent",
      description:
        "Called when an answer says 40101. A refresh token that comes a second time ends its session.",
    },
    ({ body, client }) => refreshSession(body.refresh_token, client),
  ),
});
