import { listSavedViews, saveView } from "@/lib/accounts/staff/views/saved-views";
import { savedViewBody, savedViewList, savedViewQuery } from "@/lib/accounts/staff/views/schema";
import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      query: savedViewQuery,
      response: savedViewList,
      summary: "The own saved views of one list of the admin",
    },
    async ({ actor, query }) => ({ views: await listSavedViews(actor, query.path) }),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      body: savedViewBody,
      response: savedId,
      summary: "Save a list's filters under a name; the same name again replaces it",
    },
    ({ actor, body }) => saveView(actor, body),
  ),
});
