import { register } from "@/lib/accounts/register";
import { loggedIn, registerBody } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "register",
      auth: "none",
      body: registerBody,
      response: loggedIn,
      limit: "register",
      summary: "Register with an e-mail address and the code mailed to it",
    },
    ({ body, client }) => register(body, client),
  ),
});
