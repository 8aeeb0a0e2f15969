import { changeEmail } from "@/lib/accounts/change-email";
import { currentUser, emailBody } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      name: "changeEmail",
      auth: "user",
      body: emailBody,
      response: currentUser,
      summary: "Change the e-mail address with a code mailed to the new one",
    },
    ({ actor, body, client }) => {
      const { totp_code: code, recovery_code: recoveryCode, ...input } = body;
      return changeEmail(actor, { ...input, factor: { code, recoveryCode } }, client);
    },
  ),
});
