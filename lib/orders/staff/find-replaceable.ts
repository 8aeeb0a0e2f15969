import { memberOf } from "../../core/shapes/records";
import { toMoney } from "../../core/wire";
import { db } from "../../db/client";

/** The key that a buyer complained of last, or the only one of the order; what could take its place, and what that counts as. */
export async function findReplaceable(orderNo: string) {
  const keys = await db().fulfillmentSecret.findMany({
    where: { replacedAt: null, fulfillment: { status: "ready", orderItem: { order: { orderNo } } } },
    orderBy: { id: "asc" },
    select: {
      secretId: true,
      fulfillmentId: true,
      secret: { select: { sku: { select: { stock: { select: { available: true } } } } } },
      fulfillment: {
        select: { orderItem: { select: { position: true, quantity: true, unitPriceCents: true } } },
      },
    },
  });
  const reported = await db().orderEvent.findFirst({
    where: { order: { orderNo }, kind: "problem" },
    orderBy: { id: "desc" },
    select: { data: true },
  });
  const named = memberOf(reported?.data, "secretId");
  const key = keys.find(({ secretId }) => secretId === named) ?? (keys.length === 1 ? keys[0] : undefined);
  if (!key) return null;
  const { fulfillmentId, secret } = key;
  const { position, quantity, unitPriceCents } = key.fulfillment.orderItem;
  const replaced = await db().fulfillmentSecret.count({
    where: { fulfillmentId, replacedAt: { not: null } },
  });
  return {
    secret_id: key.secretId,
    item: position,
    number: keys.filter((one) => one.fulfillmentId === fulfillmentId).indexOf(key) + 1,
    available: secret.sku.stock?.available ?? 0,
    // The first replacement of each unit is free (replace-secret.ts).
    counted: replaced + 1 > quantity ? toMoney(unitPriceCents) : null,
  };
}
