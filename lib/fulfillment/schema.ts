import { z } from "zod";
import { describedAs } from "../core/shapes/described";
import { plainText, seenIn } from "../core/wire";
import { deliveredFile } from "./kinds/file/schema";
import { deliveredLiving } from "./kinds/living/schema";
import { deliveredRenewal } from "./kinds/renewal/schema";

export type SettingValue = string | number | readonly string[] | null;

/** A field of the form of a fulfiller's settings. Its label and hint are messages: admin-sell.delivery. */
export interface FulfillerField {
  key: string;
  /** `lines` is one entry a line. An empty number or time that is not required is null. */
  kind: "number" | "text" | "lines" | "time" | "choice";
  required: boolean;
  /** Value with which the form begins. */
  initial: SettingValue;
  min?: number;
  max?: number;
  /** Values of a `choice`. Their labels are messages, too. */
  choices?: readonly string[];
  /** Only there while another field has this value. */
  when?: { key: string; is: string };
}

/** Members that a fulfiller adds to the wire shape of a delivered item. */
export const deliveredMembers = z.object({
  files: z.array(deliveredFile).optional(),
  living: deliveredLiving.optional(),
  renewal: deliveredRenewal.optional(),
});
export type DeliveredMembers = z.infer<typeof deliveredMembers>;

/** The description takes every value: a generator for Java writes a choice of plain ones as classes that do not compile. */
const settingValue = describedAs(
  z.union([plainText(4000), z.number(), z.boolean(), z.null(), z.array(plainText(4000)).max(100)]),
  {
    is: {},
    says: "A text, a number, true or false, null, or a list of texts, as the kind of goods asks for.",
  },
);

/**
 * Further goods of an option, with the settings of each. Absent settings stay as they are stored. Without `fulfillers`
 * those that the option has stay, the ones that are given settings are added, and one whose settings are null is taken
 * off.
 */
export const deliveryBody = z.object({
  fulfillers: z.array(plainText(40, 1)).max(10).optional(),
  settings: z.record(z.string(), z.record(z.string(), settingValue).nullable()).optional(),
  seen: seenIn,
});
export type DeliveryBody = z.output<typeof deliveryBody>;

export const delivery = z.object({
  fulfillers: z.array(z.string()),
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type Delivery = z.infer<typeof delivery>;

/** Form from which the admin draws a fulfiller's settings. */
export interface SettingsForm {
  code: string;
  /** Whether the option delivers it. */
  isOn: boolean;
  fields: readonly FulfillerField[];
  values: Record<string, SettingValue>;
}
