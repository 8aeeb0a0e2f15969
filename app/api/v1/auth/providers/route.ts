import { listLoginProviders } from "@/lib/accounts/identities/providers";
import { loginProviderList } from "@/lib/accounts/identities/schema";
import { languageQuery } from "@/lib/core/translations";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listLoginProviders",
      auth: "none",
      limit: "public",
      query: languageQuery,
      response: loginProviderList,
      summary: "Providers by which people log in on the shop's own pages",
    },
    async ({ query }) => ({ login_providers: await listLoginProviders(query.lang) }),
  ),
});
