import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import type { Reader } from "../../db/transaction";
import { maxSecretBytes } from "../../stock/import-secrets";
import { tradeLimits } from "../schema";
import { sumReservedKeys } from "./sql/reserved-keys";

/** With a line break after each. Fewer units than this cannot be too long together. */
const alwaysFits = Math.floor(tradeLimits.payloadBytes / (maxSecretBytes + 1));

export const oversize = () =>
  new AppError("malformed", refusal("goods_too_long", { max: tradeLimits.payloadBytes }), {
    field: "quantity",
  });

/** Whether the keys that an agent's order reserves are longer together than an answer and a callback can carry. */
export async function isOversize(
  reader: Reader,
  orderId: number,
  quantity = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  if (quantity <= alwaysFits) return false;
  const { bytes, keys } = await sumReservedKeys(reader, orderId);
  return bytes + keys > tradeLimits.payloadBytes;
}
