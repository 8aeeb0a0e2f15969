import { now } from "../core/clock";
import { db } from "../db/client";
import type { Tx } from "../db/transaction";

/** Each kind of number by its own index: one condition over all four would read every payment. */
export async function findPaymentIdsByNumber(number: string): Promise<number[]> {
  const rows = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM payments WHERE payment_no = ${number}
    UNION SELECT id FROM payments WHERE trade_no = ${number}
    UNION SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.order_no = ${number}
    UNION SELECT p.id FROM payments p JOIN recharges r ON r.id = p.recharge_id WHERE r.recharge_no = ${number}
    LIMIT 200`;
  return rows.map(({ id }) => id);
}

/** A test of settings that somebody changed meanwhile says nothing. `updated_at` is the settings' and stays. */
export async function noteChannelTest(
  tx: Tx,
  { id, passed, settingsOf }: { id: number; passed: boolean; settingsOf: Date },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment_channels SET tested_at = ${now()}::timestamptz, test_passed = ${passed}
    WHERE id = ${id} AND updated_at = ${settingsOf}::timestamptz`;
}
