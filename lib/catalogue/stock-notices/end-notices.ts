import { AppError } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { openAddress } from "../../notifications/stock-notice-link";
import { setAddress } from "./confirm-notices";

/**
 * Everything that an address waits for ends, and nobody else begins it anew. A second press finds nothing and says the
 * same. @throws AppError `malformed`
 */
export async function endNotices(token: string): Promise<{ ended: true }> {
  const email = openAddress(token);
  if (email === null) throw new AppError("malformed", "stock_notice_link");
  await inTransaction(async (tx) => {
    await setAddress(tx, email, true);
    await tx.stockNotice.deleteMany({ where: { email } });
    await tx.stockNoticeRequest.deleteMany({ where: { email } });
  });
  return { ended: true };
}
