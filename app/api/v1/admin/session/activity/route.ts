import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      withOneTimePassword: true,
      response: emptyObject,
      summary: "Somebody is at the keyboard: the session does not count as idle",
    },
    () => Promise.resolve({}),
  ),
});
