import { z } from "zod";
import { accessLevels, permissionAreas } from "../../../acts/permissions";
import { recordOf } from "../../../core/shapes/records";
import { idText, moneyOut, plainText, priceIn, seenIn, timeOut } from "../../../core/wire";
import { staffRoles } from "../schema";

const level = z.enum(accessLevels);
export const areaLevels = z.object(recordOf(permissionAreas, () => level));

/**
 * Levels without `write`: a role or a token that may change the staff could make its bearer the owner, so it may read
 * staff and the audit log and no more.
 */
const readOnly = z.enum(["none", "read"]).default("none");
const closed = level.default("none");
export const areaLevelsIn = z.strictObject({
  ...recordOf(permissionAreas, () => closed),
  staff: readOnly,
  /** Costs are changed with the goods, by who may see them. */
  profit: readOnly,
});

export const ownRoleBody = z.object({
  name: plainText(60, 1),
  areas: areaLevelsIn,
  /** Sums that may be moved by hand in one act, and in all acts of a day; null is any sum. */
  act_limit: priceIn.nullable().default(null),
  day_limit: priceIn.nullable().default(null),
});
export type OwnRoleBody = z.output<typeof ownRoleBody>;
export const changedRoleBody = ownRoleBody.extend({ seen: seenIn });
export type ChangedRoleBody = z.output<typeof changedRoleBody>;
export const ownRoleParams = z.object({ role_id: idText });

export const ownRoleView = z.object({
  id: z.int(),
  name: z.string(),
  areas: areaLevels,
  act_limit: moneyOut.nullable(),
  day_limit: moneyOut.nullable(),
  members: z.int(),
  updated_at: timeOut,
});
export type OwnRoleView = z.infer<typeof ownRoleView>;

export const roleList = z.object({
  fixed: z.array(
    z.object({
      role: z.enum(staffRoles),
      areas: areaLevels,
      act_limit: moneyOut.nullable(),
      day_limit: moneyOut.nullable(),
      members: z.int(),
    }),
  ),
  own: z.array(ownRoleView),
});
export type RoleList = z.infer<typeof roleList>;
export const roleDeleted = z.object({ id: z.int() });
