import { z } from "zod";
import { maxFieldKey } from "../../catalogue/schema";
import { id, maybe, moneyIn, moneyOut } from "../../core/wire";
import { mostLines, pick, quantity } from "../schema";

/** As an order takes them: the answers are checked when it is placed. */
const answers = z.record(z.string().max(maxFieldKey), z.string().max(2000));

export const cartLineIn = z.object({
  product_id: id,
  sku_id: id,
  quantity,
  form: maybe(answers),
  pick: maybe(pick),
  /** List price of a unit that the buyer saw; a page says with it what has changed since. */
  price: maybe(moneyIn),
});

/** The whole cart; `version` is the one that it replaces. */
export const cartBody = z.object({
  version: z.int().min(0).max(2_147_483_647),
  lines: z.array(cartLineIn).max(mostLines),
});

export const cartLinesBody = z.object({ lines: z.array(cartLineIn).min(1).max(mostLines) });

export const cartLine = z.object({
  product_id: z.int(),
  sku_id: z.int(),
  quantity: z.int(),
  form: z.record(z.string(), z.string()).optional(),
  pick: z.string().optional(),
  price: moneyOut.optional(),
});
export type CartLine = z.infer<typeof cartLine>;

export const cart = z.object({
  /** Grows with each change. */
  version: z.int(),
  lines: z.array(cartLine),
});
export type CartView = z.infer<typeof cart>;

/** `left_out` counts the lines for which the cart had no place. */
export const cartWithAdded = cart.extend({ left_out: z.int() });
