import type { ClientInfo } from "../../acts/actor";
import { isAppError } from "../../core/errors";
import { networkOf } from "../../core/formats/ip-ranges";
import { consumeLimit, limitKey, refundRateLimit } from "../../db/rate-limit";

/**
 * Runs what tries a code. Wrong codes of one address are counted wherever they are tried, so that nobody finds one by
 * guessing; the try is counted before it is made, and given back when the code was good.
 * @throws AppError `rate_limited` (coupon_code)
 */
export async function countMisses<T>(client: ClientInfo, tryCode: () => Promise<T>): Promise<T> {
  const network = networkOf(client.ip);
  try {
    await consumeLimit("coupon_miss", network);
  } catch (error) {
    if (!isAppError(error, "rate_limited")) throw error;
    throw error.at("coupon_code");
  }
  let isMiss = false;
  try {
    return await tryCode();
  } catch (error) {
    isMiss = isAppError(error, "coupon_not_applicable");
    throw error;
  } finally {
    if (!isMiss) await refundRateLimit(limitKey("coupon_miss", network));
  }
}
