import { endpoint, route } from "@/lib/http/route";
import { taskPage, taskQuery } from "@/lib/reports/schema";
import { listTasks } from "@/lib/reports/tasks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      query: taskQuery,
      response: taskPage,
      summary: "What waits for a person, as far as the caller's role may see it",
    },
    async ({ actor, client, query }) => listTasks(actor, query, await client.readLocale()),
  ),
});
