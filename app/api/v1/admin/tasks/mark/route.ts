import { endpoint, route } from "@/lib/http/route";
import { markTaskBody, taskMarked } from "@/lib/reports/schema";
import { markTask } from "@/lib/reports/tasks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      body: markTaskBody,
      response: taskMarked,
      summary: "Take a task, give it back, or put it off",
    },
    ({ actor, body }) => markTask(actor, body.key, { mine: body.mine, snoozeUntil: body.snooze_until }),
  ),
});
