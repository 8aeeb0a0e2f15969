import { z } from "zod";
import { log } from "../core/process/log";
import { db } from "../db/client";
import { insertKeySetting, lockKeySetting, updateKeySetting } from "../db/sql/key-settings";
import { inTransaction, type Tx } from "../db/transaction";
import { raiseAlert } from "../notifications/alerts/raise-alert";
import { hashSecret, hex, openSecret } from "./seal-secret";
import { findKeyOfHash, readHashedKeys, setKeyHash } from "./sql/key-hashes";

/** Twins of one option: how many there are, and the ids of the first. */
const twinsOfOption = z.object({ count: z.int(), pairs: z.array(z.tuple([z.int(), z.int()])) });
type Twins = z.infer<typeof twinsOfOption>;

/** How far the walk has come; in the database, so that another process continues when this one ends. */
const storedProgress = z.object({
  after: z.int(),
  /** Hashes that this walk renewed. */
  renewed: z.int(),
  /** By the option's id. */
  twins: z.record(z.string(), twinsOfOption),
  isDone: z.boolean(),
});
type Progress = z.infer<typeof storedProgress>;

const setting = "keyHashes";
const begin: Progress = { after: 0, renewed: 0, twins: {}, isDone: false };
const slice = 500;
const namedPairs = 50;

type HashedKey = Awaited<ReturnType<typeof readHashedKeys>>[number];

/** @returns its hash as it is made today, null where the key cannot be opened: a change of the master key tells of that */
function todaysHash({ id, content_sealed }: HashedKey): Uint8Array<ArrayBuffer> | null {
  try {
    return hashSecret(openSecret(id, content_sealed));
  } catch {
    log.warn({ secret_id: id }, "the hash of a key that cannot be opened stays");
    return null;
  }
}

function noteTwin(twins: Progress["twins"], skuId: number, pair: Twins["pairs"][number]): void {
  twins[skuId] ??= { count: 0, pairs: [] };
  const ofOption = twins[skuId];
  ofOption.count += 1;
  if (ofOption.pairs.length < namedPairs) ofOption.pairs.push(pair);
  log.warn({ secret_id: pair[0], twin: pair[1], sku_id: skuId }, "a key is stored in two spellings");
}

async function renewSlice(tx: Tx, progress: Progress): Promise<Progress> {
  const keys = await readHashedKeys(tx, progress.after, slice);
  const twins = structuredClone(progress.twins);
  let renewed = progress.renewed;
  for (const key of keys) {
    const hash = todaysHash(key);
    if (!hash || hex(hash) === hex(key.content_hash)) continue;
    // Both may be sold already, and both buyers read theirs: a person decides which one goes.
    const twin = await findKeyOfHash(tx, key.sku_id, hash);
    if (twin) noteTwin(twins, key.sku_id, [key.id, twin.id]);
    else {
      await setKeyHash(tx, key.id, hash);
      renewed += 1;
    }
  }
  const last = keys.length === slice ? keys.at(-1) : undefined;
  if (last) return { after: last.id, renewed, twins, isDone: false };
  // A walk that renewed nothing is the last one: it has seen what a process of the former version stored during the walk before.
  return renewed > 0 ? begin : { after: progress.after, renewed, twins, isDone: true };
}

async function tellOfTwins(tx: Tx, twins: Progress["twins"]): Promise<void> {
  for (const [skuId, { count, pairs }] of Object.entries(twins)) {
    const sku = await tx.sku.findUniqueOrThrow({
      where: { id: Number(skuId) },
      select: { name: true, product: { select: { title: true } } },
    });
    const named = pairs.map(([id, twin]) => `#${id} = #${twin}`).join(", ");
    await raiseAlert(tx, {
      kind: "stock.twins",
      data: { title: sku.product.title, sku: sku.name, count, pairs: named },
      reference: `sku:${skuId}`,
    });
  }
}

async function step(tx: Tx): Promise<Progress> {
  await insertKeySetting(tx, setting, begin);
  const before = storedProgress.parse(await lockKeySetting(tx, setting));
  if (before.isDone) return before;
  const after = await renewSlice(tx, before);
  await updateKeySetting(tx, setting, after);
  if (after.isDone) await tellOfTwins(tx, after.twins);
  return after;
}

/**
 * Makes the hashes of stored keys anew as keys are compared today (C95), slice by slice, until it is done or `budgetMs` are over (one
 * at least). Any number of processes may do so. @returns whether something is left for another turn
 */
export async function renewHashes(budgetMs: number): Promise<boolean> {
  const row = await db().setting.findUnique({ where: { key: setting } });
  if (storedProgress.safeParse(row?.value).data?.isDone) return false;
  const started = performance.now();
  do {
    const { isDone } = await inTransaction(step);
    if (isDone) return false;
  } while (performance.now() - started < budgetMs);
  return true;
}
