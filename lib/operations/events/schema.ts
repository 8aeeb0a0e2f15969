import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import { describedAs } from "../../core/shapes/described";
import { integerText, timeOut } from "../../core/wire";
import { shopEventTypes } from "../../notifications/outbound/schema";

export const eventIdPattern = /^evt_([0-9]{1,15})$/;

export const eventQuery = z.object({
  /** Id of the last event that the caller has: those behind it come, the oldest first. Without it, from the oldest kept. */
  after: describedAs(z.string().check(...shapedAs(eventIdPattern, rule("event_id"))), {
    is: { type: "string", pattern: "^evt_[0-9]{1,15}$" },
  }).optional(),
  type: z.enum(shopEventTypes).optional(),
  limit: integerText(1, 500).default(100),
});
export type EventQuery = z.output<typeof eventQuery>;

export const shopEvent = z.object({
  id: z.string(),
  type: z.enum(shopEventTypes),
  created_at: timeOut,
  /** Ids, amounts and times; which ones, docs/api.md says by type. */
  data: z.record(z.string(), z.unknown()),
});
export const eventPage = z.object({
  events: z.array(shopEvent),
  /** More is there at this moment. */
  has_more: z.boolean(),
});
