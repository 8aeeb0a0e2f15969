import { endpoint, route } from "@/lib/http/route";
import { taskCounts } from "@/lib/reports/schema";
import { countTasks } from "@/lib/reports/tasks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      response: taskCounts,
      summary: "How many tasks of each kind are open",
    },
    ({ actor }) => countTasks(actor),
  ),
});
