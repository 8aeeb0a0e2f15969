import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { checkLedger } from "@/lib/wallet/check-ledger";
import { anAdmin, aProduct, aUser } from "../../support/builders/products";
import { giftCards } from "../../support/builders/wallet";
import { programOf } from "../../support/harness/programs";
import { overrideConfig } from "../../support/harness/test-config";
import { isLong } from "../../support/harness/tier";
import type { BankTask } from "../../support/processes/bank-writer";

const kills = isLong ? 3 : 1;
const roundMs = 1_500;
const leastOperations = 30;

interface Report {
  ready?: boolean;
  done?: number;
  error?: string;
}

let child: ChildProcess | undefined;
afterEach(() => child?.kill("SIGKILL"));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets a process of its own write for a while, and kills it in the middle of whatever it does. */
async function writeAndDie(task: BankTask, errors: string[]): Promise<number> {
  child = fork(programOf("bank-writer"), {
    // A connection for everything that the writers do at once: on a busy machine a wait for one would be refused after its time.
    env: { ...process.env, KEYSHELF_DATABASE__POOL_SIZE: String(2 * task.writers) },
  });
  const writer = child;
  let done = 0;
  const started = new Promise<void>((resolve) => {
    writer.on("message", (report: Report) => {
      if (report.ready) writer.send(task);
      if (report.error) errors.push(report.error);
      if (report.done) done += report.done;
      if (done > 0) resolve();
    });
  });
  await started;
  // Long enough to have written something on a slow machine, whatever the clock says.
  await pause(roundMs);
  while (done < leastOperations) await pause(50);
  writer.kill("SIGKILL");
  await once(writer, "exit");
  return done;
}

/** Compares the rest of the books with the ledger. */
async function booksAgainstLedger() {
  const [row] = await db().$queryRaw<Record<string, bigint>[]>`
    WITH wallet AS (
      SELECT t.type, sum(e.amount_cents)::bigint AS total FROM ledger_entries e
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'user_wallet'
      JOIN ledger_transfers t ON t.id = e.transfer_id GROUP BY t.type)
    SELECT
      (SELECT COALESCE(sum(amount_cents), 0)::bigint FROM recharges WHERE status = 'paid')
        - COALESCE((SELECT total FROM wallet WHERE type = 'recharge'), 0) AS recharges,
      (SELECT COALESCE(sum(recharged_cents), 0)::bigint FROM users)
        - COALESCE((SELECT total FROM wallet WHERE type = 'recharge'), 0) AS progress,
      (SELECT COALESCE(sum(amount_cents), 0)::bigint FROM gift_cards WHERE status = 'redeemed')
        - COALESCE((SELECT total FROM wallet WHERE type = 'gift_card'), 0) AS gift_cards,
      (SELECT COALESCE(sum(refunded_cents), 0)::bigint FROM orders)
        - COALESCE((SELECT total FROM wallet WHERE type = 'order_refund'), 0) AS refunds,
      (SELECT COALESCE(sum(amount_cents), 0)::bigint FROM wallet_holds WHERE status = 'held')
        - (SELECT COALESCE(sum(balance_cents), 0)::bigint FROM ledger_accounts WHERE kind = 'user_hold') AS holds,
      (SELECT COALESCE(sum(wallet_paid_cents), 0)::bigint FROM orders WHERE payment_status <> 'unpaid')
        - (SELECT COALESCE(sum(amount_cents), 0)::bigint FROM wallet_holds WHERE status = 'captured') AS captured,
      (SELECT COALESCE(sum(amount_cents - refunded_cents), 0)::bigint FROM orders WHERE payment_status <> 'unpaid')
        - (SELECT COALESCE(sum(spent_cents), 0)::bigint FROM users) AS spent`;
  return row ?? {};
}

it(`five wallets, ten writers, two readers and ${kills} SIGKILLs leave no wrong total and no negative balance [O13]`, async () => {
  overrideConfig({ "limits.redeemPerMinute": "100000" });
  const users = await Promise.all(Array.from({ length: 5 }, () => aUser()));
  const skus = [
    (await aProduct({ kind: "text", priceCents: 1730n })).sku,
    (await aProduct({ keys: 60, priceCents: 5990n })).sku,
  ];
  const { codes } = await giftCards({ quantity: 200, amountCents: 300n });
  const task: BankTask = {
    writers: 10,
    users: users.map(({ id, email }) => ({ id, email })),
    skus: skus.map(({ id, productId }) => ({ id, productId })),
    codes,
    admin: await anAdmin(),
  };

  let isWriting = true;
  let reads = 0;
  const findings: unknown[] = [];
  const read = async () => {
    while (isWriting) {
      const { is_sound, drifts } = await checkLedger(db());
      if (!is_sound) findings.push(drifts);
      reads += 1;
      await pause(40);
    }
  };
  const readers = [read(), read()];

  const errors: string[] = [];
  let operations = 0;
  for (let kill = 0; kill < kills; kill++) operations += await writeAndDie(task, errors);
  isWriting = false;
  await Promise.all(readers);

  expect(errors).toEqual([]);
  expect(findings).toEqual([]);
  expect(operations).toBeGreaterThanOrEqual(kills * leastOperations);
  expect(reads).toBeGreaterThan(10);
  // The killed process's open transactions end when the server notices that it is gone.
  await expect
    .poll(() => booksAgainstLedger(), { timeout: 10_000 })
    .toEqual({
      recharges: 0n,
      progress: 0n,
      gift_cards: 0n,
      refunds: 0n,
      holds: 0n,
      captured: 0n,
      spent: 0n,
    });
  expect(await checkLedger(db())).toMatchObject({ is_sound: true });
}, 120_000);
