import { z } from "zod";
import { toldMembersOrNull } from "../../core/refusals/told-shape";
import { moneyOut, timeOut } from "../../core/wire";

/** Things that a sale needs, from the till to the backup. */
export const needKinds = [
  "database",
  "worker",
  "disk",
  "clock",
  "channel",
  "stock",
  "supplier",
  "mail",
  "messenger",
  "backup",
] as const;
export type NeedKind = (typeof needKinds)[number];

export const needStates = ["good", "failing", "untried", "missing"] as const;

export const morning = z.object({
  /** When the caller last confirmed to have looked, or a day ago. */
  since: timeOut,
  currency: z.string(),
  paid_orders: z.int(),
  revenue: moneyOut,
  refunded: moneyOut,
  /** Open tasks of the to-do list, and the sentence of the first. */
  waiting: z.int(),
  first_task: z.string().nullable(),
  /** Everything that a sale needs and that the caller may read of. */
  needs: z.array(
    z.object({
      kind: z.enum(needKinds),
      id: z.int().nullable(),
      name: z.string().nullable(),
      state: z.enum(needStates),
      good_at: timeOut.nullable(),
      ...toldMembersOrNull("problem"),
    }),
  ),
});
export type Morning = z.infer<typeof morning>;
export const looked = z.object({ since: timeOut });
