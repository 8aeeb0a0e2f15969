import { languageQuery } from "@/lib/core/translations";
import { endpoint, route } from "@/lib/http/route";
import { getLevelProgress } from "@/lib/pricing/levels/level-progress";
import { levelProgress } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getLevelProgress",
      auth: "user",
      summary: "Sums that count towards the caller's next member level",
      query: languageQuery,
      response: levelProgress,
    },
    ({ actor, query }) => getLevelProgress(actor, query.lang),
  ),
});
