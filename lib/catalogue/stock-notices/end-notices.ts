import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { openAddress } from "../../notifications/stock-notice-link";

/** Everything that an address waits for ends. A second press finds nothing and says the same. @throws AppError `malformed` */
export async function endNotices(token: string): Promise<{ ended: true }> {
  const email = openAddress(token);
  if (email === null) throw new AppError("malformed", "stock_notice_link");
  await db().stockNotice.deleteMany({ where: { email } });
  return { ended: true };
}
