import { z } from "zod";
import { db } from "../../db/client";
import { type CartLine, type CartView, cartLine } from "./schema";

export const readLines = (stored: unknown): CartLine[] => z.array(cartLine).catch([]).parse(stored);

/** A member who never kept anything has an empty cart. */
export async function getCart({ userId }: { userId: number }): Promise<CartView> {
  const row = await db().cart.findUnique({ where: { userId } });
  return { version: row?.version ?? 0, lines: readLines(row?.lines) };
}

/** Units in a member's cart, for the header of a page. */
export async function countCart(userId: number): Promise<number> {
  const { lines } = await getCart({ userId });
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
