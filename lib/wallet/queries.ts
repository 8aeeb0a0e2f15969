import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import { toMoney } from "../core/wire";
import { db } from "../db/client";
import { getSettings } from "../settings/queries";
import { findBalance } from "./find-balance";
import type { RechargeView, TransactionList, TransactionListQuery, WalletBalance } from "./schema";
import { ledgerTypesOf, rechargeView, transactionView } from "./view";

export async function getBalance(userId: number): Promise<WalletBalance> {
  const { currency } = await getSettings();
  return { balance: toMoney(await findBalance(db(), userId)), currency };
}

/** A user's wallet statement in the shop's currency, newest first. */
export async function listTransactions(
  userId: number,
  { page, per_page, type }: TransactionListQuery,
): Promise<TransactionList> {
  const { currency } = await getSettings();
  const account = await db().ledgerAccount.findFirst({ where: { kind: "user_wallet", userId, currency } });
  if (!account) return { transactions: [], total: 0, page, per_page };
  const where = {
    accountId: account.id,
    ...(type ? { transfer: { type: { in: ledgerTypesOf(type) } } } : {}),
  };
  const [total, entries] = await Promise.all([
    db().ledgerEntry.count({ where }),
    db().ledgerEntry.findMany({
      where,
      orderBy: { id: "desc" },
      ...pageSlice({ page, per_page }),
      include: { transfer: true },
    }),
  ]);
  return { transactions: entries.map(transactionView), total, page, per_page };
}

/** For staff. @throws AppError `not_found` when there is no such user */
export async function listTransactionsOf(
  userId: number,
  query: TransactionListQuery,
): Promise<TransactionList> {
  if ((await db().user.count({ where: { id: userId } })) === 0) throw notFound("user");
  return listTransactions(userId, query);
}

/** One's own recharge; another's is the same 404 as none. */
export async function getRecharge(
  userId: number,
  rechargeNo: string,
): Promise<RechargeView & { id: number }> {
  const row = await db().recharge.findFirst({ where: { rechargeNo, userId } });
  if (!row) throw notFound("recharge");
  return { id: row.id, ...rechargeView(row) };
}
