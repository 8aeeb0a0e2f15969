import { sendCode } from "@/lib/accounts/codes/send-code";
import { codeSent, sendCodeBody } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "sendEmailCode",
      auth: "optional_user",
      body: sendCodeBody,
      response: codeSent,
      summary: "Mail a one-time code; the answer does not tell whether the address has an account",
    },
    ({ actor, body, client }) => sendCode(actor, body, client),
  ),
});
