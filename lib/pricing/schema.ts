import { z } from "zod";
import { moneyOut } from "../core/wire";

export const memberLevel = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  discount_percent: z.int(),
  recharge_threshold: moneyOut,
  spend_threshold: moneyOut,
  is_default: z.boolean(),
});
export const memberLevelList = z.object({ member_levels: z.array(memberLevel) });
export type MemberLevelList = z.infer<typeof memberLevelList>;
