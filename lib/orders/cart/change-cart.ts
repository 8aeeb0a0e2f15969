import type { z } from "zod";
import type { UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { toMoney } from "../../core/wire";
import { inTransaction, type Tx } from "../../db/transaction";
import { mergeLines } from "./merge-lines";
import { readLines } from "./read-cart";
import type { CartLine, CartView, cartBody, cartLineIn } from "./schema";
import { lockCart } from "./sql";

const toLine = ({
  product_id,
  sku_id,
  quantity,
  form,
  pick,
  price,
}: z.output<typeof cartLineIn>): CartLine => ({
  product_id,
  sku_id,
  quantity,
  ...(form === undefined ? {} : { form }),
  ...(pick === undefined ? {} : { pick }),
  ...(price === undefined ? {} : { price: toMoney(price) }),
});

async function writeLines(tx: Tx, userId: number, version: number, lines: CartLine[]): Promise<CartView> {
  const next = version + 1;
  await tx.cart.update({ where: { userId }, data: { lines, version: next, changedAt: now() } });
  return { version: next, lines };
}

/** Adds lines, also those of a browser whose buyer logs in: no device takes away what another one added. */
export const addToCart = (
  { userId }: UserActor,
  { lines: added }: { lines: z.output<typeof cartLineIn>[] },
): Promise<CartView & { left_out: number }> =>
  inTransaction(async (tx) => {
    const { version, lines: before } = await lockCart(tx, userId);
    const { lines, leftOut } = mergeLines(readLines(before), added.map(toLine));
    return { ...(await writeLines(tx, userId, version, lines)), left_out: leftOut };
  });

/** Puts these lines in the place of those that the caller saw. @throws AppError `state_conflict` when they have changed since */
export const replaceCart = (
  { userId }: UserActor,
  { version: seen, lines }: z.output<typeof cartBody>,
): Promise<CartView> =>
  inTransaction(async (tx) => {
    const { version } = await lockCart(tx, userId);
    if (version !== seen) throw new AppError("state_conflict", "cart_changed");
    return writeLines(tx, userId, version, lines.map(toLine));
  });

/** Adds the lines of one member to the cart of another, who takes the account over. */
export async function moveCart(tx: Tx, userId: number, intoId: number): Promise<void> {
  const row = await tx.cart.findUnique({ where: { userId } });
  const moved = readLines(row?.lines);
  if (moved.length === 0) return;
  const { version, lines } = await lockCart(tx, intoId);
  await writeLines(tx, intoId, version, mergeLines(readLines(lines), moved).lines);
  await tx.cart.delete({ where: { userId } });
}
