import type { Tx } from "../../../db/transaction";
import { matchTotpStep, openTotpSecret, type TotpOwner } from "../../totp/totp";

export const totpOwner = (staffId: number): TotpOwner => ({ table: "staff", id: staffId });

/** A9 for staff: each time step counts once. */
export async function spendStaffCode(tx: Tx, staffId: number, code: string): Promise<boolean> {
  const staff = await tx.staff.findUnique({
    where: { id: staffId },
    select: { totpSecretSealed: true, totpLastStep: true },
  });
  if (!staff?.totpSecretSealed) return false;
  const step = matchTotpStep(
    openTotpSecret(totpOwner(staffId), staff.totpSecretSealed),
    code,
    staff.totpLastStep,
  );
  if (step === null) return false;
  const { count } = await tx.staff.updateMany({
    where: { id: staffId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1;
}
