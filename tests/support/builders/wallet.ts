import { randomUUID } from "node:crypto";
import { minutesFromNow } from "@/lib/core/clock";
import { readCsv } from "@/lib/core/formats/csv";
import { newRechargeNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { findBalance } from "@/lib/wallet/find-balance";
import { createGiftCardBatch } from "@/lib/wallet/gift-cards/create-gift-card-batch";
import { exportGiftCards } from "@/lib/wallet/gift-cards/export-gift-cards";
import { postTransfer } from "@/lib/wallet/post-transfer";
import { aClient, anAdmin } from "./products";

/** Balance as an operator gives it. */
export const giveBalance = (userId: number, amountCents: bigint) =>
  inTransaction((tx) =>
    postTransfer(tx, {
      type: "admin_adjust",
      reasonKey: `adjust:${randomUUID()}`,
      reference: "",
      remark: "test",
      entries: [
        { account: { kind: "shop_adjustments" }, amountCents: -amountCents },
        { account: { kind: "user_wallet", userId }, amountCents },
      ],
    }),
  );

export const balanceOf = (userId: number) => findBalance(db(), userId);

export const aRecharge = (userId: number, amountCents: bigint, status: "pending" | "expired" = "pending") =>
  db().recharge.create({
    data: {
      rechargeNo: newRechargeNo(),
      userId,
      amountCents,
      currency: "USD",
      status,
      expireAt: minutesFromNow(15),
    },
  });

/** A batch of cards made and read by the real operations. */
export async function giftCards(
  options: { quantity?: number; amountCents?: bigint; expiresAt?: Date | null } = {},
) {
  const { quantity = 1, amountCents = 1000n, expiresAt = null } = options;
  const admin = await anAdmin();
  const client = aClient();
  const body = { name: "Test", amount: amountCents, quantity, expires_at: expiresAt };
  const { id } = await createGiftCardBatch(admin, client, body);
  const csv = await exportGiftCards(admin, client, id);
  const codes = readCsv(csv)
    .slice(1)
    .map(({ cells }) => cells[0] ?? "");
  return { batchId: id, codes, code: codes[0] ?? "", admin, client };
}
