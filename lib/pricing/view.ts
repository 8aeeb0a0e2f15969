import type { z } from "zod";
import { toMoney } from "../core/wire";
import type { MemberLevel } from "../db/generated/client";
import type { memberLevel } from "./schema";

export const memberLevelView = (row: MemberLevel): z.infer<typeof memberLevel> => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  icon: row.icon,
  discount_percent: row.discountPercent,
  recharge_threshold: toMoney(row.rechargeThresholdCents),
  spend_threshold: toMoney(row.spendThresholdCents),
  is_default: row.isDefault,
});
