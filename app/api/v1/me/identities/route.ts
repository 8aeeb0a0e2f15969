import { linkIdentity, listIdentities } from "@/lib/accounts/identities/own-identities";
import { linkedIdentityList, linkIdentityBody } from "@/lib/accounts/identities/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listLinkedIdentities",
      auth: "user",
      response: linkedIdentityList,
      summary: "Log-in providers that open the account",
    },
    ({ actor }) => listIdentities(actor),
  ),
  POST: route(
    {
      name: "linkIdentity",
      auth: "user",
      body: linkIdentityBody,
      response: linkedIdentityList,
      summary: "Link the person whom a log-in provider has named",
    },
    ({ actor, body, client }) => {
      const { introduction_token: introductionToken, password, code, recovery_code: recoveryCode } = body;
      return linkIdentity(actor, { introductionToken, password, code, recoveryCode }, client);
    },
  ),
});
