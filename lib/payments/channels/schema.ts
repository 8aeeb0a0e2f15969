import { z } from "zod";
import { rateIn, roundings } from "../../core/rate";
import { rule } from "../../core/refusals/refusal";
import { toldMembers, toldMembersOrNull } from "../../core/refusals/told-shape";
import { translationsIn, translationsOut } from "../../core/translations";
import { idText, moneyOut, plainText, priceIn, seenIn, timeOut } from "../../core/wire";
import { offerRules, offerRulesPatch } from "../offers/schema";
import { rateSourceOut, rateSourcePatch } from "../rates/schema";

// Admin: ours, not in the specification.

const settingValue = z.union([z.string().max(10_000), z.boolean()]);

const channelFields = {
  name: plainText(60, 1),
  icon: plainText(300).nullable(),
  min_amount: priceIn.nullable(),
  max_amount: priceIn.nullable(),
  /** Hundredths of a percent. */
  fee_bps: z.int().min(0).max(5_000),
  /** The gateway's own price of a payment, in hundredths of a percent; null: nobody entered it. */
  cost_bps: z.int().min(0).max(5_000).nullable(),
  /** The same in the shop's currency, of every payment. */
  cost_fixed: priceIn.nullable(),
  sort_order: z.int().min(-100_000).max(100_000),
  /** For a gateway that counts in another currency than the shop; null: it cannot be used. */
  rate: rateIn.nullable(),
  rate_rounding: z.enum(roundings),
  is_active: z.boolean(),
  offer_rules: offerRulesPatch,
  translations: translationsIn({ name: plainText(60) }),
};

const isOrdered = (body: {
  min_amount?: bigint | null | undefined;
  max_amount?: bigint | null | undefined;
}) =>
  !(typeof body.min_amount === "bigint" && typeof body.max_amount === "bigint") ||
  body.min_amount <= body.max_amount;
const ordered = { error: rule("not_below_min_amount"), path: ["max_amount"] };

export const createChannelBody = z
  .object({
    ...channelFields,
    provider: z.string().max(40),
    icon: channelFields.icon.default(null),
    min_amount: channelFields.min_amount.default(null),
    max_amount: channelFields.max_amount.default(null),
    fee_bps: channelFields.fee_bps.default(0),
    cost_bps: channelFields.cost_bps.default(null),
    cost_fixed: channelFields.cost_fixed.default(null),
    sort_order: channelFields.sort_order.default(0),
    rate: channelFields.rate.default(null),
    rate_rounding: channelFields.rate_rounding.default("up"),
    is_active: channelFields.is_active.default(false),
    offer_rules: channelFields.offer_rules.default({}),
    translations: channelFields.translations.default({}),
    settings: z.record(z.string(), settingValue),
  })
  .refine(isOrdered, ordered);

/** Members that are left out stay as they are; so does a secret, which is never sent back. */
export const updateChannelBody = z
  .object(channelFields)
  .partial()
  .extend({
    settings: z.record(z.string(), settingValue).optional(),
    rate_source: rateSourcePatch.optional(),
    seen: seenIn,
  })
  .refine(isOrdered, ordered);

export type CreateChannelInput = z.output<typeof createChannelBody>;
export type UpdateChannelInput = z.output<typeof updateChannelBody>;

export const channelParams = z.object({ id: idText });

export const adminChannel = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  provider_name: z.string(),
  interaction: z.string(),
  icon: z.string().nullable(),
  min_amount: moneyOut.nullable(),
  max_amount: moneyOut.nullable(),
  fee_bps: z.int(),
  cost_bps: z.int().nullable(),
  cost_fixed: moneyOut.nullable(),
  sort_order: z.int(),
  is_active: z.boolean(),
  /** Its settings are whole and its provider is on. */
  is_usable: z.boolean(),
  /** Reason why the test gateway is off although nobody switched it off. */
  off_because: z.enum(["own_goods", "public_address"]).nullable(),
  /** Currency of its gateway; null while its settings are not whole. */
  currency: z.string().nullable(),
  rate: z.string().nullable(),
  rate_rounding: z.enum(roundings),
  rate_source: rateSourceOut,
  /** On, whole, and in the shop's currency or with a rate: buyers see it. */
  is_offered: z.boolean(),
  offer_rules: offerRules,
  /** Its name in languages other than the shop's own. */
  translations: translationsOut,
  /** Test of the settings as they are now; null: not tested since they were saved. */
  tested_at: timeOut.nullable(),
  test_passed: z.boolean().nullable(),
  /** The sentence of the first step that failed. */
  ...toldMembersOrNull("test_problem"),
  /** The gateway failed or refused three times in a row within ten minutes, and has done nothing that it was asked for since. */
  failing_since: timeOut.nullable(),
  ...toldMembersOrNull("last_problem"),
  /** Null: it was never asked, or never did what it was asked for. */
  last_good_at: timeOut.nullable(),
  is_weak: z.boolean(),
  confirms_by_query: z.boolean(),
  can_be_asked: z.boolean(),
  notify_url: z.string(),
  /** Without secrets; `secrets_set` names those that are stored. */
  settings: z.record(z.string(), settingValue),
  secrets_set: z.array(z.string()),
  updated_at: timeOut,
});

export const adminProvider = z.object({
  code: z.string(),
  name: z.string(),
  is_weak: z.boolean(),
  is_available: z.boolean(),
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      kind: z.enum(["text", "textarea", "secret", "url", "select", "switch"]),
      required: z.boolean(),
      options: z.array(z.string()).nullable(),
      hint: z.string().nullable(),
    }),
  ),
});

export const adminChannelList = z.object({
  channels: z.array(adminChannel),
  providers: z.array(adminProvider),
});

/** Findings of "test": each step with a sentence, so that the operator knows what to fix. */
export const channelTest = z.object({
  passed: z.boolean(),
  steps: z.array(z.object({ name: z.string(), passed: z.boolean(), ...toldMembers("message") })),
});

export type AdminChannelView = z.infer<typeof adminChannel>;
export type AdminProviderView = z.infer<typeof adminProvider>;
export type ChannelTest = z.infer<typeof channelTest>;
