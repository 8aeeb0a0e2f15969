import { loggedIn, loginTotpBody } from "@/lib/accounts/schema";
import { loginTotp } from "@/lib/accounts/totp/login-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "logInWithTotp",
      auth: "none",
      body: loginTotpBody,
      response: loggedIn,
      summary: "The second step of a log-in: a code of the app or a recovery code",
    },
    ({ body, client }) => {
      const { challenge_token: challengeToken, code, recovery_code: recoveryCode } = body;
      return loginTotp({ challengeToken, code, recoveryCode }, client);
    },
  ),
});
