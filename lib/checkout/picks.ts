import { isKeyed } from "../catalogue/schema";
import { AppError } from "../core/errors";
import { db } from "../db/client";
import type { OrderQuote } from "../pricing/types";

/**
 * The order with what the buyer chose on its lines. The label becomes part of the option's name, so that everything that
 * says what was bought says which one. @throws AppError `malformed`
 */
export async function withPicks(
  lines: readonly { pick?: string | undefined }[],
  quote: OrderQuote,
): Promise<OrderQuote> {
  const picked = quote.lines.filter((_, index) => lines[index]?.pick !== undefined);
  if (picked.length === 0) return quote;
  const rows = await db().sku.findMany({
    where: {
      id: { in: picked.filter(({ autoSecretKind }) => isKeyed(autoSecretKind)).map(({ skuId }) => skuId) },
      isPickable: true,
      source: "local",
    },
    select: { id: true },
  });
  const pickable = new Set(rows.map(({ id }) => id));
  return {
    ...quote,
    lines: quote.lines.map((line, index) => {
      const pick = lines[index]?.pick;
      if (pick === undefined) return line;
      if (!pickable.has(line.skuId)) throw new AppError("malformed", "not_pickable", { field: "pick" });
      if (line.quantity !== 1) throw new AppError("malformed", "pick_is_one", { field: "quantity" });
      return { ...line, pick, skuName: line.skuName === null ? pick : `${line.skuName} · ${pick}` };
    }),
  };
}
