import { z } from "zod";
import { shapedAs } from "../../core/shaped-text";

/** A version as package.json writes it, without build metadata. */
export const versionPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}(-[0-9a-z]+(\.[0-9a-z]+)*)?$/;
export const versionText = z.string().check(...shapedAs(versionPattern));

/** Until the first of them nothing of the shop is changed; `return` is the way back by itself. */
export const changingSteps = ["switch", "wait", "return"] as const;
export const updateSteps = ["fetch", "check", "backup", "rehearse", ...changingSteps] as const;
export type UpdateStep = (typeof updateSteps)[number];

export const updateActs = ["update", "rollback"] as const;

/**
 * `failed`: the former version goes on, which was not touched. `returned`: it goes on again. `stuck`: the new one is not ready, and the
 * former one cannot work with the database.
 */
export const updateOutcomes = ["running", "done", "failed", "returned", "stuck"] as const;
