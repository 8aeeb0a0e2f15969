import { changeStaffPassword } from "@/lib/accounts/staff/change-staff-password";
import { staffPasswordBody } from "@/lib/accounts/staff/schema";
import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      withOneTimePassword: true,
      body: staffPasswordBody,
      response: emptyObject,
      summary: "Change one's own staff password; the other sessions end",
    },
    async ({ actor, body, client }) => {
      const { old_password: oldPassword, new_password: newPassword } = body;
      await changeStaffPassword(actor, { oldPassword, newPassword }, client);
      return {};
    },
  ),
});
