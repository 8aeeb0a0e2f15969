import { db } from "../../../db/client";
import type { Reader } from "../../../db/transaction";

/** Address of the owner whom the first start makes; nobody reads mail there. */
export const firstEmail = "admin@example.com";

/**
 * Id of the owner whom the first start made, as long as nobody has taken the shop over: the only member of staff, with that
 * address and the one-time password.
 */
export async function findFirstOwner(reader: Reader = db()): Promise<number | null> {
  const [first, other] = await reader.staff.findMany({
    take: 2,
    orderBy: { id: "asc" },
    select: { id: true, email: true, mustChangePassword: true },
  });
  return first && !other && first.email === firstEmail && first.mustChangePassword ? first.id : null;
}
