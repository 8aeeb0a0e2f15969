import type { CallbackEvent } from "@/lib/interconnect/main/schema";

const names = {
  "order.fulfilled": "fulfilled",
  "order.refunded": "refunded",
  "order.secret_changed": "secret_changed",
} as const satisfies Record<CallbackEvent, string>;

/** A dot in the name of a text would be a path. */
export const eventName = (event: CallbackEvent) => names[event];
