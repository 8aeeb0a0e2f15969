import { loggedOut, logoutBody } from "@/lib/accounts/schema";
import { logoutByRefreshToken, logoutSession } from "@/lib/accounts/sessions/end-sessions";
import { AppError } from "@/lib/core/errors";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "logOut",
      auth: "optional_user",
      body: logoutBody,
      response: loggedOut,
      summary: "End this session; with an expired access token send the refresh token instead",
    },
    async ({ actor, body }) => {
      if (actor.kind === "user") await logoutSession(actor.sessionId);
      else if (body.refresh_token) await logoutByRefreshToken(body.refresh_token);
      else throw new AppError("unauthorized", "not_logged_in");
      return { logged_out: true };
    },
  ),
});
