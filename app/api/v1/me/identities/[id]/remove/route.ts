import { unlinkIdentity } from "@/lib/accounts/identities/own-identities";
import { identityParams, identityUnlinked, unlinkIdentityBody } from "@/lib/accounts/identities/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "unlinkIdentity",
      auth: "user",
      params: identityParams,
      body: unlinkIdentityBody,
      response: identityUnlinked,
      summary: "Unlink a log-in provider, after a proof by whoever has a password",
    },
    ({ actor, params, body, client }) => {
      const { password, code, recovery_code: recoveryCode } = body;
      return unlinkIdentity(actor, params.id, { password, code, recoveryCode }, client);
    },
  ),
});
