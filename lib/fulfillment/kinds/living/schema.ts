import { z } from "zod";
import { refusal, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { plainText, timeIn, timeOut } from "../../../core/wire";

const between = (min: number, max: number) =>
  z
    .int(rule(refusal("between", { min, max })))
    .min(min, rule(refusal("between", { min, max })))
    .max(max, rule(refusal("between", { min, max })));

/** How long buyers may read the text, and when somebody should change it. */
export const livingSettings = z.object({
  /** From the delivery on. Null: without end. */
  days: between(1, 3650).nullable().default(null),
  /** For all of them, whenever they bought. */
  until: timeIn.nullable().default(null),
  remind_days: between(1, 3650).nullable().default(null),
  /** Changes that follow each other within that time are one mail. */
  mail_minutes: between(1, 10_080).default(60),
});
export type LivingSettings = z.output<typeof livingSettings>;

export const livingStates = ["current", "suspended", "ended"] as const;

/** The text as it is now. Where the buyer may not read it, `text` says why. */
export const deliveredLiving = z.object({
  state: z.enum(livingStates),
  text: z.string(),
  updated_at: timeOut,
  ends_at: timeOut.nullable(),
});
export type DeliveredLiving = z.infer<typeof deliveredLiving>;

export const maxLivingText = 20_000;

export const livingTextBody = z.object({
  content: z.string().trim().min(1).max(maxLivingText),
  note: plainText(200).optional(),
  /** The number of the text that the operator read, 0 for none: a change of somebody else meanwhile is not overwritten. */
  after: z.int().min(0).max(999_999_999).optional(),
});
export type LivingTextBody = z.output<typeof livingTextBody>;

export const livingTextChanged = z.object({ number: z.int(), changed: z.boolean() });
export const livingTextParams = z.object({
  number: z
    .string()
    .check(...shapedAs(/^[1-9]\d{0,8}$/))
    .transform(Number),
});
export const revealedText = z.object({ content: z.string() });

const livingVersion = z.object({
  number: z.int(),
  note: z.string(),
  created_by: z.string(),
  created_at: timeOut,
  /** Null: buyers read it now. */
  replaced_at: timeOut.nullable(),
});

/** Newest first, the last 100. */
export const livingTextList = z.object({
  /** Number of buyers who may read it now. */
  readers: z.int(),
  versions: z.array(livingVersion),
});
export type LivingTextList = z.infer<typeof livingTextList>;
