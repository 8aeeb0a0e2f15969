import { z } from "zod";
import { staffProof } from "../../accounts/staff/schema";
import { toldMembersOrNull, toldShape } from "../../core/refusals/told-shape";
import { timeOut } from "../../core/wire";
import { updateActs, updateOutcomes, updateSteps, versionText } from "./state";

/** How this program lies on its machine, and so how another version comes. */
export const installations = ["versions", "image", "clone", "archive"] as const;

export const updateRun = z
  .object({
    act: z.enum(updateActs),
    from: z.string(),
    to: z.string(),
    outcome: z.enum(updateOutcomes),
    steps: z.array(z.object({ step: z.enum(updateSteps), at: timeOut })),
    ended_at: timeOut.nullable(),
    ...toldMembersOrNull("problem"),
    backup: z.string().nullable(),
    returns_by_itself: z.boolean(),
  })
  .meta({ id: "UpdateRun" });
export type UpdateRun = z.output<typeof updateRun>;

export const updatesOut = z.object({
  version: z.string(),
  installation: z.enum(installations),
  source: z.string().nullable().describe("update.feed of the configuration"),
  has_key: z.boolean().describe("Whether update.public_key is set"),
  asks_daily: z.boolean(),
  asked_at: timeOut.nullable(),
  ...toldMembersOrNull("source_problem"),
  newer: z.array(z.object({ version: z.string(), date: z.string(), notes: z.string() })),
  has_updater: z.boolean(),
  request: z
    .object({
      act: z.enum(updateActs),
      version: z.string().nullable(),
      at: timeOut,
      problem_rule: toldShape.nullable().describe("Set when no updater has taken it for a minute"),
    })
    .nullable(),
  run: updateRun.nullable().describe("The last update, or the one that is going on"),
  former: z.string().nullable().describe("Version that a rollback goes back to"),
});
export type Updates = z.output<typeof updatesOut>;

export const startUpdateBody = staffProof.extend({ version: versionText });
export const rollbackBody = staffProof;
