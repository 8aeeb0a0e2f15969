import { issueLicenses, revokeLicensesOf } from "../../../licenses/issue-licenses";
import { defaultAlphabet, licenseSettings } from "../../../licenses/schema";
import type { AddedFulfiller } from "../../fulfiller";
import { settingsOf } from "../../read-settings";
import type { FulfillerField } from "../../schema";

const count = (key: string, min: number, max: number, initial: number | null): FulfillerField => ({
  key,
  kind: "number",
  required: initial !== null,
  initial,
  min,
  max,
});

/** Licenses for software, made at the sale: one for each unit. Their keys are text, so that agents pass them on. */
export const license: AddedFulfiller = {
  code: "license",
  fields: [
    { key: "product", kind: "text", required: true, initial: "" },
    { key: "plan", kind: "text", required: false, initial: "" },
    count("devices", 1, 10_000, 1),
    count("lease_minutes", 1, 43_200, null),
    count("valid_days", 1, 36_500, null),
    count("offline_days", 1, 366, 30),
    { key: "entitlements", kind: "lines", required: false, initial: [] },
    { key: "prefix", kind: "text", required: false, initial: "" },
    { key: "alphabet", kind: "text", required: true, initial: defaultAlphabet },
    count("length", 12, 64, 25),
    count("group", 0, 32, 5),
  ],
  settings: licenseSettings,
  isText: true,
  async deliver(tx, { id: orderItemId, skuId, quantity }) {
    const sku = await tx.sku.findUnique({ where: { id: skuId }, select: { fulfillerSettings: true } });
    const settings = licenseSettings.safeParse(settingsOf(sku?.fulfillerSettings, "license"));
    if (!settings.success) return { failure: "The option says nothing of its licenses" };
    const keys = await issueLicenses(tx, { orderItemId, skuId, quantity }, settings.data);
    return { content: keys.join("\n") };
  },
  revoke: (tx, { id }) => revokeLicensesOf(tx, id),
};
