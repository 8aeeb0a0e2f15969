import { db } from "../../db/client";

/** How many people wait to be told that an option is back. */
export const countWaiting = (skuId: number): Promise<number> => db().stockNotice.count({ where: { skuId } });
