import { recordAudit } from "../../acts/record-audit";
import { takeAdvisoryLock } from "../../acts/sql";
import { inTransaction } from "../../db/transaction";
import { hashPassword } from "../password/hash-password";
import { insertOwner } from "./insert-owner";
import { firstEmail } from "./sessions/first-owner";
import { newOneTimePassword } from "./sessions/one-time-password";

/** Lock under which one of several processes that start together makes the first admin. */
const firstAdminLock = 7_214_002;

export interface FirstAdmin {
  email: string;
  /** Shown once by the start script, and to be changed at the first log-in. */
  password: string;
}

/** The owner of a fresh shop; null as soon as there is anybody on the staff. */
export async function createFirstAdmin(email: string = firstEmail): Promise<FirstAdmin | null> {
  const password = newOneTimePassword();
  const passwordHash = await hashPassword(password);
  return inTransaction(async (tx) => {
    await takeAdvisoryLock(tx, firstAdminLock);
    if ((await tx.staff.count()) > 0) return null;
    const id = await insertOwner(tx, { email, name: "Owner", passwordHash });
    await recordAudit(tx, "system", null, {
      action: "staff.create",
      target: `staff:${id}`,
      data: { email, role: "owner" },
    });
    return { email, password };
  });
}
