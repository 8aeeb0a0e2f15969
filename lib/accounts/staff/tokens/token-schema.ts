import { z } from "zod";
import { ipAllowListIn } from "../../../core/shapes/ip-allow-list";
import { idText, moneyOut, plainText, priceIn, timeIn, timeOut } from "../../../core/wire";
import { areaLevels, areaLevelsIn } from "../roles/role-schema";

/** Longest life of a token: one that nobody renews ends by itself. */
export const longestTokenDays = 366;

export const staffTokenBody = z.object({
  /** The audit log names the token by it. */
  name: plainText(60, 1),
  /** At most what the caller's own role opens. */
  areas: areaLevelsIn,
  ip_allow_list: ipAllowListIn.default([]),
  expires_at: timeIn,
  /** Money that it may move in a day of the shop; null is any sum that its owner's role may move. */
  day_limit: priceIn.nullable().default(0n),
  /** Whether it does what asks a session for its owner's password. */
  proved: z.boolean().default(false),
});
export type StaffTokenBody = z.output<typeof staffTokenBody>;

export const staffTokenStates = ["active", "ended", "revoked"] as const;

export const staffToken = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.object({ id: z.int(), name: z.string() }),
  state: z.enum(staffTokenStates),
  /** Levels that it opens now: those it was made for, as far as its owner's role opens them. */
  areas: areaLevels,
  ip_allow_list: z.array(z.string()),
  day_limit: moneyOut.nullable(),
  proved: z.boolean(),
  created_at: timeOut,
  expires_at: timeOut,
  last_used_at: timeOut.nullable(),
  last_used_ip: z.string().nullable(),
});
export type StaffTokenView = z.infer<typeof staffToken>;

export const staffTokenList = z.object({ tokens: z.array(staffToken) });
/** The token is shown this once. */
export const staffTokenMade = z.object({ ...staffToken.shape, token: z.string() });
export const staffTokenParams = z.object({ token_id: idText });
