import { z } from "zod";
import { rateIn } from "../../core/rate";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import { plainText, timeOut } from "../../core/wire";

export const rateFailures = [
  "private_address",
  "dns",
  "refused",
  "timeout",
  "tls",
  "reset",
  "too_large",
  "http_status",
  "not_json",
  "no_number",
] as const;
export type RateFailure = (typeof rateFailures)[number];

const terms = {
  /** Null: the rate is entered by hand. */
  url: plainText(500).nullable(),
  path: z
    .string()
    .trim()
    .check(...shapedAs(/^[^.\s]{1,80}(\.[^.\s]{1,80}){0,9}$/, rule("json_path"))),
  is_inverse: z.boolean(),
  every_minutes: z.int().min(1).max(1_440),
  max_jump_bps: z.int().min(1).max(10_000),
  max_age_minutes: z.int().min(2).max(43_200),
};

/** Members that are left out stay as they are. */
export const rateSourcePatch = z.object(terms).partial();
export type RateSourcePatch = z.output<typeof rateSourcePatch>;

export const rateSourceOut = z.object({
  url: z.string().nullable(),
  path: z.string(),
  is_inverse: z.boolean(),
  every_minutes: z.int(),
  max_jump_bps: z.int(),
  max_age_minutes: z.int(),
  tried_at: timeOut.nullable(),
  /** When the rate in use was fetched or entered. */
  good_at: timeOut.nullable(),
  failure: z.enum(rateFailures).nullable(),
  /** Too far from the rate in use: it waits for the operator. */
  proposed_rate: z.string().nullable(),
});
export type RateSourceView = z.infer<typeof rateSourceOut>;

/** The rate that the operator read: another one may wait by now. */
export const acceptRateBody = z.object({ rate: rateIn });
