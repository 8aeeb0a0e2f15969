import { languageQuery } from "@/lib/core/translations";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { listMemberLevels } from "@/lib/pricing/queries";
import { memberLevelList } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listMemberLevels",
      ...publicRead,
      summary: "Member levels for display",
      query: languageQuery,
      response: memberLevelList,
    },
    ({ query }) => listMemberLevels(query.lang),
  ),
});
