import { notFound } from "../core/errors";
import { db } from "../db/client";
import { findAddedFulfillers } from "./find-fulfiller";
import { shownSettings } from "./read-settings";
import type { SettingsForm } from "./schema";

/** The forms of what an option delivers besides, filled with what is stored. */
export async function getDelivery(skuId: number): Promise<SettingsForm[]> {
  const sku = await db().sku.findUnique({
    where: { id: skuId },
    select: { fulfillers: true, fulfillerSettings: true },
  });
  if (!sku) throw notFound("option");
  return findAddedFulfillers(sku.fulfillers).map(({ code, fields }) => ({
    code,
    fields,
    values: shownSettings(sku.fulfillerSettings, code, fields),
  }));
}
