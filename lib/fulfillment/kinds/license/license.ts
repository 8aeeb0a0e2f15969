import { problem } from "../../../core/refusals/refusal";
import type { Tx } from "../../../db/transaction";
import { issueLicenses } from "../../../licenses/issue-licenses";
import { moveLicenses } from "../../../licenses/move-license";
import { defaultAlphabet, licenseSettings } from "../../../licenses/schema";
import type { AddedFulfiller, DeliverableItem } from "../../fulfiller";
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

async function readSettings(tx: Tx, skuId: number) {
  const sku = await tx.sku.findUnique({ where: { id: skuId }, select: { fulfillerSettings: true } });
  return licenseSettings.safeParse(settingsOf(sku?.fulfillerSettings, "license"));
}

/**
 * A license like one that was sold, for so many days. Only the look of its key is what the option says today: the sale kept none
 * of it. @returns its key
 */
export async function issueLike(
  tx: Tx,
  { id: orderItemId, skuId, quantity }: DeliverableItem,
  { licenseId, days }: { licenseId: number; days: number },
): Promise<string> {
  const sold = await tx.license.findUniqueOrThrow({ where: { id: licenseId } });
  const today = await readSettings(tx, skuId);
  const keys = await issueLicenses(
    tx,
    { orderItemId, skuId, quantity },
    {
      ...(today.success ? today.data : licenseSettings.parse({ product: sold.product })),
      product: sold.product,
      plan: sold.plan,
      entitlements: sold.entitlements,
      devices: sold.maxDevices,
      lease_minutes: sold.leaseMinutes,
      offline_days: sold.offlineDays,
      valid_days: days,
    },
  );
  return keys.join("\n");
}

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
    const settings = await readSettings(tx, skuId);
    if (!settings.success) return { failure: problem("option_without_license_terms") };
    const keys = await issueLicenses(tx, { orderItemId, skuId, quantity }, settings.data);
    return { content: keys.join("\n") };
  },
  revoke: (tx, { id }) => moveLicenses(tx, { orderItemId: id }, "revoked"),
};
