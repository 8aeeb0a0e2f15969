import type { z } from "zod";
import { now } from "../../../core/clock";
import { nameAmount } from "../../../core/money";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import { Prisma } from "../../../db/generated/client";
import { inTransaction } from "../../../db/transaction";
import { endAlert, raiseAlert } from "../../../notifications/alerts/raise-alert";
import { getSettings } from "../../../settings/queries";
import { judgeRate } from "../judge-rate";
import { callMainSite, getMainSite } from "../main-site-client";
import { foreignAccount } from "../schema";
import { type MainAccount, mainAccount } from "./schema";

type Told = z.output<typeof foreignAccount>;

export const toStoredAccount = (told: Told): MainAccount => ({
  currency: told.currency,
  settlement_mode: told.settlement_mode,
  deposit: toMoney(told.deposit),
  deposit_low: told.deposit_low ?? false,
  due: told.due ?? null,
  statements: (told.statements ?? []).map(({ from, to, settled_at, ...statement }) => ({
    ...statement,
    from: toTime(from),
    to: toTime(to),
    settled_at: toTimeOrNull(settled_at),
  })),
});

export const storedAccount = (value: unknown): MainAccount | null =>
  mainAccount.safeParse(value).data ?? null;

/** Keeps what was told, and raises or ends the alert of a low deposit where that turned. */
async function keepAccount(connectionId: number, account: MainAccount | null): Promise<void> {
  const { currency: shop } = await getSettings();
  await inTransaction(async (tx) => {
    const row = await tx.connection.findUnique({
      where: { id: connectionId },
      select: { name: true, account: true },
    });
    if (!row) return;
    if (account) {
      await tx.connection.update({ where: { id: connectionId }, data: { currency: account.currency } });
      await judgeRate(tx, connectionId, shop);
    }
    const wasLow = storedAccount(row.account)?.deposit_low ?? false;
    await tx.connection.updateMany({
      where: { id: connectionId },
      data: { account: account ?? Prisma.DbNull, accountReadAt: now() },
    });
    const dedupeKey = `connection.deposit_low:${connectionId}`;
    if (account?.deposit_low && !wasLow) {
      await raiseAlert(tx, {
        kind: "connection.deposit_low",
        data: { connection: row.name, balance: nameAmount(account.deposit, account.currency) },
        reference: `connection:${connectionId}`,
        dedupeKey,
      });
    }
    if (wasLow && !account?.deposit_low) await endAlert(tx, dedupeKey);
  });
}

const notThere = [404, 4004];

/** Asks a main site for our account there, after each pull. One that has no such call is left alone. */
export async function readMainAccount(connectionId: number): Promise<void> {
  const active = await db().connection.count({ where: { id: connectionId, status: "active" } });
  if (active === 0) return;
  const answer = await callMainSite(await getMainSite(connectionId), {
    method: "GET",
    path: "/api/v1/upstream/account",
    answer: foreignAccount,
    totalMs: 10_000,
    isOptional: true,
  });
  if (answer.result === "ok") return keepAccount(connectionId, toStoredAccount(answer.data));
  const code = answer.result === "refused" ? answer.code : answer.httpStatus;
  if (code !== null && notThere.includes(code)) await keepAccount(connectionId, null);
}
