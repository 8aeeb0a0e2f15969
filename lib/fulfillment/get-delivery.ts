import { notFound } from "../core/errors";
import { db } from "../db/client";
import { addedFulfillers } from "./find-fulfiller";
import { shownSettings } from "./read-settings";
import type { SettingsForm } from "./schema";

/** The forms of all that an option may deliver besides, filled with what is stored. */
export async function getDelivery(skuId: number): Promise<SettingsForm[]> {
  const sku = await db().sku.findUnique({
    where: { id: skuId },
    select: { fulfillers: true, fulfillerSettings: true },
  });
  if (!sku) throw notFound("option");
  return addedFulfillers.map(({ code, fields }) => ({
    code,
    isOn: sku.fulfillers.includes(code),
    fields,
    values: shownSettings(sku.fulfillerSettings, code, fields),
  }));
}
