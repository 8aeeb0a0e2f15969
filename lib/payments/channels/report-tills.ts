import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { endAlert, raiseAlert } from "../../notifications/alerts/raise-alert";
import { hasOfferedChannel } from "../queries";

const kind = "payment_channel.none";

/** Goods that cost something can be put into a cart, and nobody can pay: told until it is over. */
export async function reportTills(): Promise<void> {
  const onSale = await db().sku.findFirst({
    where: { isActive: true, priceCents: { gt: 0 }, product: { status: "active" } },
    select: { id: true },
  });
  const isMissing = onSale !== null && !(await hasOfferedChannel());
  await inTransaction((tx) =>
    isMissing ? raiseAlert(tx, { kind, data: {}, dedupeKey: kind }) : endAlert(tx, kind),
  );
}
