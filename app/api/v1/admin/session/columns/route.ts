import { saveListColumns } from "@/lib/accounts/staff/columns/list-columns";
import { listColumnsBody, listColumnsSaved } from "@/lib/accounts/staff/columns/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      body: listColumnsBody,
      response: listColumnsSaved,
      summary: "Remember which columns the caller hides and shows in one list of the admin",
    },
    ({ actor, body }) => saveListColumns(actor, body),
  ),
});
