import { type Expression, sql } from "kysely";
import { now } from "../core/clock";
import { type Cents, maxCents } from "../core/money";
import type { LedgerType, WalletHoldStatus } from "../db/generated/tables";
import type { SqlReader } from "../db/kysely";
import { typed, typedEnum } from "../db/sql-pieces";
import { defaultSettings } from "../settings/defaults";
import type { AccountRef } from "./types";

export interface LedgerAccountRow {
  id: number;
  kind: AccountRef["kind"];
  userId: number | null;
  siteId: number | null;
  /** The shop's own accounts keep no balance. */
  isOwned: boolean;
}

/** What an account is found by. */
export type AccountOwner = Omit<LedgerAccountRow, "id">;

/**
 * The shop's currency, read by the statement that needs it: the cached settings may want a second connection, and
 * transactions that hold all of them would wait for each other.
 */
export const shopCurrency: Expression<string> = sql<string>`coalesce(
  (SELECT settings.value #>> '{}' FROM settings WHERE settings.key = 'currency'), ${sql.lit(defaultSettings.currency)})`;

export const thisCurrency = (currency: string | undefined): Expression<string> =>
  currency === undefined ? shopCurrency : typed(currency, "text");

const wantedAccounts = (owners: readonly AccountOwner[]) =>
  sql<{
    kind: AccountRef["kind"];
    user_id: number | null;
    site_id: number | null;
    is_owned: boolean;
  }>`(VALUES ${sql.join(
    owners.map(
      (owner) =>
        sql`(${typedEnum(owner.kind, "ledger_account_kind")}, ${typed(owner.userId, "int4")}, ${typed(owner.siteId, "int4")}, ${typed(owner.isOwned, "boolean")})`,
    ),
  )})`.as<"wanted">(sql`wanted (kind, user_id, site_id, is_owned)`);

export const findAccounts = (
  tx: SqlReader,
  owners: readonly AccountOwner[],
  currency: Expression<string>,
): Promise<LedgerAccountRow[]> =>
  tx.sql
    .selectFrom(wantedAccounts(owners))
    .innerJoin("ledger_accounts as account", (join) =>
      join
        .onRef("account.kind", "=", "wanted.kind")
        .onRef("account.user_id", "is not distinct from", "wanted.user_id")
        .onRef("account.site_id", "is not distinct from", "wanted.site_id"),
    )
    .where("account.currency", "=", currency)
    .select([
      "account.id",
      "account.kind",
      "account.user_id as userId",
      "account.site_id as siteId",
      "wanted.is_owned as isOwned",
    ])
    .execute();

/** Opens those of the accounts that do not exist; nothing of the others is locked. */
export const openAccounts = (tx: SqlReader, owners: readonly AccountOwner[], currency: Expression<string>) =>
  tx.sql
    .insertInto("ledger_accounts")
    .columns(["kind", "user_id", "site_id", "currency", "balance_cents", "created_at"])
    .expression((query) =>
      query
        .selectFrom(wantedAccounts(owners))
        .select((wanted) => [
          "wanted.kind",
          "wanted.user_id",
          "wanted.site_id",
          sql`${currency}`.as("currency"),
          wanted.case().when("wanted.is_owned", "=", true).then(sql.lit(0)).end().as("balance_cents"),
          typed(now(), "timestamptz").as("created_at"),
        ]),
    )
    .onConflict((account) => account.doNothing())
    .execute();

/** What a user can spend, in the shop's currency. With a lock no other transaction moves it until this one ends. */
export async function readBalance(
  reader: SqlReader,
  userId: number,
  { isLocked }: { isLocked: boolean },
): Promise<Cents> {
  const account = reader.sql
    .selectFrom("ledger_accounts")
    .select("balance_cents as balance")
    .where("kind", "=", sql.lit("user_wallet"))
    .where("user_id", "=", userId)
    .where("currency", "=", shopCurrency);
  const row = await (isLocked ? account.forUpdate() : account).executeTakeFirst();
  return row?.balance ?? 0n;
}

/** @returns the balance after it, or undefined when it would leave what a balance may be. */
export async function moveBalance(
  tx: SqlReader,
  accountId: number,
  amountCents: Cents,
): Promise<Cents | undefined> {
  const moved = await tx.sql
    .updateTable("ledger_accounts")
    .set((account) => ({ balance_cents: account("balance_cents", "+", amountCents) }))
    .where("id", "=", accountId)
    .where((account) => account.between(account("balance_cents", "+", amountCents), 0n, maxCents))
    .returning("balance_cents as balance")
    .executeTakeFirst();
  return moved?.balance ?? undefined;
}

/** @returns undefined when there is a transfer for this reason. */
export const insertTransfer = (
  tx: SqlReader,
  transfer: {
    transferNo: string;
    type: LedgerType;
    reasonKey: string;
    reference: string;
    remark: string | null;
    createdById: number | null;
  },
) =>
  tx.sql
    .insertInto("ledger_transfers")
    .values({
      transfer_no: transfer.transferNo,
      type: transfer.type,
      reason_key: transfer.reasonKey,
      reference: transfer.reference,
      remark: transfer.remark,
      created_by_id: transfer.createdById,
      created_at: now(),
    })
    .onConflict((row) => row.column("reason_key").doNothing())
    .returning("id")
    .executeTakeFirst();

export const insertEntries = (
  tx: SqlReader,
  transferId: number,
  entries: readonly { accountId: number; amountCents: Cents; balanceAfterCents: Cents | null }[],
) =>
  tx.sql
    .insertInto("ledger_entries")
    .values(
      entries.map((entry) => ({
        transfer_id: transferId,
        account_id: entry.accountId,
        amount_cents: entry.amountCents,
        balance_after_cents: entry.balanceAfterCents,
        created_at: now(),
      })),
    )
    .execute();

/** Sets an amount aside for an order, again after it was released. @returns undefined when it is held or was captured. */
export function upsertHold(
  tx: SqlReader,
  { orderId, userId, amountCents }: { orderId: number; userId: number; amountCents: Cents },
) {
  const at = now();
  return tx.sql
    .insertInto("wallet_holds")
    .values({ order_id: orderId, user_id: userId, amount_cents: amountCents, created_at: at, updated_at: at })
    .onConflict((hold) =>
      hold
        .column("order_id")
        .doUpdateSet((row) => ({
          status: "held",
          round: row("wallet_holds.round", "+", 1),
          amount_cents: row.ref("excluded.amount_cents"),
          updated_at: row.ref("excluded.updated_at"),
        }))
        .where("wallet_holds.status", "=", "released")
        .whereRef("wallet_holds.user_id", "=", "excluded.user_id"),
    )
    .returning("wallet_holds.round")
    .executeTakeFirst();
}

/** @returns undefined when nothing is held for the order. */
export const endHold = (tx: SqlReader, orderId: number, status: Exclude<WalletHoldStatus, "held">) =>
  tx.sql
    .updateTable("wallet_holds as hold")
    .from("orders")
    .set({ status, updated_at: now() })
    .where("hold.order_id", "=", orderId)
    .where("hold.status", "=", "held")
    .whereRef("orders.id", "=", "hold.order_id")
    .returning([
      "hold.user_id as userId",
      "hold.amount_cents as amountCents",
      "hold.round",
      "orders.order_no as orderNo",
      "orders.currency",
    ])
    .executeTakeFirst();

/** @returns undefined when the code is unknown, or the card is used, disabled or expired. */
export const redeemCard = (tx: SqlReader, codeHash: Uint8Array, userId: number, at: Date) =>
  tx.sql
    .updateTable("gift_cards")
    .set({ status: "redeemed", redeemed_by_id: userId, redeemed_at: at })
    .where("code_hash", "=", codeHash)
    .where("status", "=", "active")
    .where((card) => card.or([card("expires_at", "is", null), card("expires_at", ">", at)]))
    .returning(["id", "amount_cents as amountCents"])
    .executeTakeFirst();

export const lockRecharge = (tx: SqlReader, rechargeId: number) =>
  tx.sql.selectFrom("recharges").select("id").where("id", "=", rechargeId).forUpdate().execute();
