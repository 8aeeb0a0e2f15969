import { loginBody, loginResult } from "@/lib/accounts/schema";
import { login } from "@/lib/accounts/sessions/login";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "logIn",
      auth: "none",
      body: loginBody,
      response: loginResult,
      summary: "Log in; with a second factor the answer is a challenge for /auth/login/totp",
      description:
        "`token` opens calls for 15 minutes as `Authorization: Bearer`; `refresh_token` gets the next one.",
    },
    ({ body, client }) => login(body, client),
  ),
});
