import { publishForPrograms } from "../../operations/events/publish-events";
import type { Handlers } from "../types";

/** Tells programs soon after the job of what happened; the beat tells the rest. */
export const handlers = {
  "order.paid": publishForPrograms,
  "order.delivered": publishForPrograms,
  "order.failed": publishForPrograms,
  "order.refunded": publishForPrograms,
  "order.closed": publishForPrograms,
  "order.secret_changed": publishForPrograms,
  "order.released": publishForPrograms,
} satisfies Handlers;
