import { registerIntroduced } from "@/lib/accounts/identities/register-introduced";
import { registerIntroducedBody } from "@/lib/accounts/identities/schema";
import { loggedIn } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "registerIntroduced",
      auth: "none",
      limit: "register",
      body: registerIntroducedBody,
      response: loggedIn,
      summary:
        "Open an account for somebody whose log-in provider proves no address, with a code from a mail",
    },
    ({ body, client }) => {
      const { introduction_token: introductionToken, email, code } = body;
      return registerIntroduced({ introductionToken, email, code }, client);
    },
  ),
});
