import type { Instrumentation } from "next";
import { log } from "@/lib/core/process/log";
import { isDatabaseAway } from "@/lib/db/connections/connection-problem";
import { noteAway } from "@/lib/db/connections/note-away";

/** A page that failed. Next prints the error alone; this line has the id that the page was answered with. */
export const onRequestError: Instrumentation.onRequestError = (error, { method }, { routePath }) => {
  if (isDatabaseAway(error)) noteAway();
  log.error({ error, method, route: routePath }, "page failed");
};
