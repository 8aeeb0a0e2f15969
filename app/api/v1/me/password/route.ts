import { changePassword } from "@/lib/accounts/password/change-password";
import { passwordBody, tokens } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      name: "changePassword",
      auth: "user",
      body: passwordBody,
      response: tokens,
      summary: "Change the password; every other session ends",
    },
    ({ actor, body, client }) =>
      changePassword(actor, { oldPassword: body.old_password, newPassword: body.new_password }, client),
  ),
});
