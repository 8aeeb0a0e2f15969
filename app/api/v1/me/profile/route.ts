import { currentUser, profileBody } from "@/lib/accounts/schema";
import { updateProfile } from "@/lib/accounts/update-profile";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      name: "updateProfile",
      auth: "user",
      body: profileBody,
      response: currentUser,
      summary: "Change nickname, avatar or language",
    },
    ({ actor, body }) => updateProfile(actor, body),
  ),
});
