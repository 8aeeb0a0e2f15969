import { sendResetCode } from "@/lib/accounts/codes/send-code";
import { resetPassword } from "@/lib/accounts/password/reset-password";
import { forgotBody, forgotResult } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "resetPassword",
      auth: "none",
      body: forgotBody,
      response: forgotResult,
      summary: "With an address: mail a code. With the code and a new password: reset",
    },
    ({ body, client }) => {
      const { email, code, new_password: newPassword, captcha } = body;
      if (code !== undefined && newPassword !== undefined)
        return resetPassword({ email, code, newPassword }, client);
      return sendResetCode({ email, captcha }, client);
    },
  ),
});
