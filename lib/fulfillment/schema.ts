import { z } from "zod";
import { plainText, seenIn } from "../core/wire";
import { deliveredFile } from "./kinds/file/schema";

/** A field of the form of a fulfiller's settings. Its label and hint are messages: admin-sell.delivery. */
export interface FulfillerField {
  key: string;
  kind: "number" | "text";
  required: boolean;
  /** What the form begins with. */
  initial: string;
}

/** What a fulfiller adds to the wire shape of a delivered item. */
export const deliveredMembers = z.object({ files: z.array(deliveredFile).optional() });
export type DeliveredMembers = z.infer<typeof deliveredMembers>;

const settingValue = z.union([plainText(4000), z.number(), z.boolean()]);

/** What an option delivers besides, with the settings of each. Absent settings stay as they are stored. */
export const deliveryBody = z.object({
  fulfillers: z.array(plainText(40, 1)).max(10),
  settings: z.record(z.string(), z.record(z.string(), settingValue)).optional(),
  seen: seenIn,
});
export type DeliveryBody = z.output<typeof deliveryBody>;

export const delivery = z.object({
  fulfillers: z.array(z.string()),
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type Delivery = z.infer<typeof delivery>;

/** What the admin draws a fulfiller's settings from. */
export interface SettingsForm {
  code: string;
  fields: readonly FulfillerField[];
  values: Record<string, string>;
}
