import { isKeyed } from "../../../catalogue/schema";
import { comparableKey } from "../../../core/codes";
import { keyedHash } from "../../../core/crypto";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { rollBackTo, setSavepoint } from "../../../db/sql-pieces";
import type { Tx } from "../../../db/transaction";
import { joinUnits } from "../../../fulfillment/delivered-content";
import { countOwnUnits, keepFingerprints, type Repeats } from "../sql/received-units";
import { repeatRules } from "./choices";
import type { LockedPurchase } from "./move";

/** Goods from a main site. `secrets` are the units one by one, where it sends them apart. */
export interface Goods {
  payload: string;
  secrets?: readonly string[] | undefined;
}

export interface GoodsProblem {
  /** Fault of the main site. */
  problem: Problem;
  isRepeat: boolean;
}

const isText = (text: string) => text.trim() !== "";
const linesOf = (payload: string) => payload.split("\n").filter(isText);

/**
 * Several keys come joined by line breaks, and a key may have several lines: only as many lines as units, or units sent apart,
 * say which is which. Everything else is one.
 */
export function unitsOf({ payload, secrets }: Goods, quantity: number): string[] {
  if (secrets) return secrets.filter(isText);
  const lines = linesOf(payload);
  return quantity > 1 && lines.length === quantity ? lines : [payload];
}

/** As the buyer's order keeps it. A list that is not what stands in the payload leaves the payload as it is. */
export const contentOf = ({ payload, secrets }: Goods): string =>
  secrets?.join("\n") === payload ? joinUnits(secrets) : payload;

/** Why these cannot be what was bought, or null. `kind` is the main site's word, null when it is not known any more. */
export function countProblem(goods: Goods, quantity: number, kind: string | null): Problem | null {
  const lines = linesOf(goods.payload).length;
  if (lines === 0) return problem("delivered_nothing");
  if (kind === null || !isKeyed(kind)) return null;
  const count = goods.secrets ? unitsOf(goods, quantity).length : lines;
  const isWrong = goods.secrets ? count !== quantity : count < quantity;
  return isWrong ? problem("delivered_too_few", { count, quantity }) : null;
}

const fingerprintOf = (unit: string) => keyedHash("received", comparableKey(unit));

/** In one order, so that two purchases that bring the same units wait for each other and not in a ring. */
function fingerprintsOf(units: readonly string[]) {
  const all = units.map(fingerprintOf).sort(Buffer.compare);
  return all.filter((one, place) => place === 0 || Buffer.compare(one, all[place - 1] ?? one) !== 0);
}

/** Tells goods from others of the same purchase. */
export const goodsHash = ({ payload }: Goods) => keyedHash("received", payload.trim());

/** Whether each unit came with this purchase before: an answer that was under way while newer goods came. */
export async function areOwnUnits(tx: Tx, purchase: LockedPurchase, goods: Goods): Promise<boolean> {
  const fingerprints = fingerprintsOf(unitsOf(goods, purchase.quantity));
  return (await countOwnUnits(tx, purchase.id, fingerprints)) === fingerprints.length;
}

/** The units of this purchase are kept, unless one of them came before. @returns how many came before, here or elsewhere */
async function keepUnits(
  tx: Tx,
  purchase: LockedPurchase,
  units: readonly string[],
  repeats: Repeats,
): Promise<number> {
  const distinct = fingerprintsOf(units);
  const { id: purchaseId, connectionId, upstreamProductId, upstreamSkuId } = purchase;
  await setSavepoint(tx, "units");
  const before = await keepFingerprints(
    tx,
    { connectionId, upstreamProductId, upstreamSkuId, purchaseId, repeats },
    distinct,
  );
  const repeated = repeats === "always" ? 0 : before + units.length - distinct.length;
  if (repeated > 0 && !purchase.takesRepeats) await rollBackTo(tx, "units");
  return repeated;
}

const repeatsOf = (mapping: { repeats: string } | null | undefined): Repeats =>
  repeatRules.find((rule) => rule === mapping?.repeats) ?? "never";

/** C79: fewer units than were bought, or a unit that was delivered before, is not handed over. */
export async function goodsProblem(
  tx: Tx,
  purchase: LockedPurchase,
  goods: Goods,
): Promise<GoodsProblem | null> {
  const offer = await tx.upstreamSku.findFirst({
    where: {
      connectionId: purchase.connectionId,
      upstreamProductId: purchase.upstreamProductId,
      upstreamSkuId: purchase.upstreamSkuId,
    },
    select: { autoSecretKind: true, mapping: { select: { repeats: true } } },
  });
  const kind = offer?.autoSecretKind ?? null;
  const counted = countProblem(goods, purchase.quantity, kind);
  if (counted !== null) return { problem: counted, isRepeat: false };
  // One text for all, or what somebody wrote by hand, may well be the same twice.
  if (kind !== null && !isKeyed(kind)) return null;
  const repeated = await keepUnits(
    tx,
    purchase,
    unitsOf(goods, purchase.quantity),
    repeatsOf(offer?.mapping),
  );
  if (repeated === 0 || purchase.takesRepeats) return null;
  return {
    problem: repeated === 1 ? problem("delivered_repeat") : problem("delivered_repeats", { count: repeated }),
    isRepeat: true,
  };
}
