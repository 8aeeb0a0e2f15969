import type { Cents } from "../core/money";
import type { Reader, Tx } from "../db/transaction";
import { readBalance } from "./sql/balances";

/** Reads the sum that a user can spend, in the shop's currency. */
export const findBalance = (reader: Reader, userId: number): Promise<Cents> =>
  readBalance(reader, userId, { isLocked: false });

/** The same, locked until this transaction ends. */
export const lockBalance = (tx: Tx, userId: number): Promise<Cents> =>
  readBalance(tx, userId, { isLocked: true });
