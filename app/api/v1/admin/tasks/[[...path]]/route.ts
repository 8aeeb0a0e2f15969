import { operation, resource } from "@/lib/http/route";
import { markTaskBody, taskCounts, taskMarked, taskPage, taskQuery } from "@/lib/reports/schema";
import { countTasks, listTasks, markTask } from "@/lib/reports/tasks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/tasks", {
  countTasks: operation("GET /counts", {
    byPermissions: true,
    response: taskCounts,
    summary: "How many tasks of each kind are open",
    handle: ({ actor }) => countTasks(actor),
  }),
  markTask: operation("POST /mark", {
    byPermissions: true,
    body: markTaskBody,
    response: taskMarked,
    summary: "Take a task, give it back, or put it off",
    handle: ({ actor, body }) =>
      markTask(actor, body.key, { mine: body.mine, snoozeUntil: body.snooze_until }),
  }),
  listTasks: operation("GET /", {
    byPermissions: true,
    query: taskQuery,
    response: taskPage,
    summary: "What waits for a person, as far as the caller's role may see it",
    handle: async ({ actor, client, query }) => listTasks(actor, query, await client.readLocale()),
  }),
});
