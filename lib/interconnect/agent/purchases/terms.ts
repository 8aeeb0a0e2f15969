import { z } from "zod";
import { now } from "../../../core/clock";
import { formatMoney } from "../../../core/money";
import { note } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { Prisma } from "../../../db/generated/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { alertNamingOrders } from "./ask";
import { type LockedPurchase, lockPurchase, movePurchase } from "./move";
import { isActive } from "./state";

/** Answer of a main site about an order that was agreed with it. A member that it leaves out is as it was. */
export interface Told {
  upstream_order_no?: string | undefined;
  amount?: bigint | undefined;
  currency?: string | undefined;
  expire_at?: Date | null | undefined;
}

interface Agreed {
  upstreamOrderNo: string | null;
  amountCents: bigint | null;
  currency: string | null;
  expireAt: Date | null;
  paidAt: Date | null;
}

/** Kept with the purchase for the person who decides; `goods` is the hash of goods that were asked about. */
export const answeredOtherwise = z.object({
  upstream_order_no: z.string().optional(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  expire_at: z.string().optional(),
  state: z.string().optional(),
  units: z.number().optional(),
  goods: z.string().optional(),
});
export type AnsweredOtherwise = z.infer<typeof answeredOtherwise>;

export const answeredOf = (value: unknown): AnsweredOtherwise | null =>
  answeredOtherwise.safeParse(value).data ?? null;

/** A reservation that ends a little sooner is the same one, written with less precision. */
const sameEndMs = 1000;

const endsSooner = (told: Told, { expireAt, paidAt }: Agreed): boolean =>
  paidAt === null &&
  expireAt !== null &&
  told.expire_at != null &&
  told.expire_at.getTime() < expireAt.getTime() - sameEndMs;

/** Why this is not what was agreed, or null. The end of a reservation counts until it is paid, and a later one is none the worse. */
export function termsProblem(agreed: Agreed, told: Told): Problem | null {
  const { upstreamOrderNo, amountCents, currency } = agreed;
  if (told.upstream_order_no && upstreamOrderNo !== null && told.upstream_order_no !== upstreamOrderNo)
    return problem("agreed_other_number", { ours: upstreamOrderNo, theirs: told.upstream_order_no });
  if (told.currency && currency !== null && told.currency !== currency)
    return problem("agreed_other_currency", { ours: currency, theirs: told.currency });
  if (told.amount !== undefined && amountCents !== null && told.amount !== amountCents)
    return problem("agreed_other_amount", {
      ours: formatMoney(amountCents),
      theirs: formatMoney(told.amount),
    });
  if (endsSooner(told, agreed))
    return problem("agreed_other_end", {
      ours: agreed.expireAt?.toISOString() ?? "",
      theirs: told.expire_at?.toISOString() ?? "",
    });
  return null;
}

const toAnswered = ({ upstream_order_no, amount, currency, expire_at }: Told): AnsweredOtherwise => ({
  ...(upstream_order_no === undefined ? {} : { upstream_order_no }),
  ...(amount === undefined ? {} : { amount: formatMoney(amount) }),
  ...(currency === undefined ? {} : { currency }),
  ...(expire_at ? { expire_at: expire_at.toISOString() } : {}),
});

/** Nothing is paid or handed over from now on, and a person is told of both sides. The step looks again only whether it is still wanted. */
async function stop(
  tx: Tx,
  purchase: LockedPurchase,
  reason: Problem,
  { told, isPaid }: { told: Told; isPaid: boolean },
): Promise<void> {
  if (!isActive(purchase.status) && purchase.status !== "delivered") return;
  const change = {
    stopped: "terms",
    answered: toAnswered(told),
    lastError: note(reason),
    ...(isPaid && purchase.paidAt === null ? { paidAt: now() } : {}),
  };
  if (isPaid && purchase.status === "paying") await movePurchase(tx, purchase.id, "awaiting_goods", change);
  else await tx.purchase.update({ where: { id: purchase.id }, data: change });
  await alertNamingOrders(tx, "purchase.differs", purchase, reason);
}

/**
 * C165: compares what a main site said with what was agreed. Where it differs the purchase stops; an order that is read as it was
 * agreed goes on, where a person let it. @returns whether the purchase is stopped
 */
export async function stopsForTerms(
  purchaseId: number,
  told: Told,
  { isPaid, isRead = false }: { isPaid: boolean; isRead?: boolean },
): Promise<boolean> {
  const seen = await db().purchase.findUnique({ where: { id: purchaseId } });
  if (!seen) return false;
  if (termsProblem(seen, told) === null && (seen.answered === null || !isRead))
    return seen.stopped === "terms";
  return inTransaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (purchase.stopped === "terms") return true;
    const reason = termsProblem(purchase, told);
    if (reason !== null) {
      await stop(tx, purchase, reason, { told, isPaid });
      return true;
    }
    if (isRead && purchase.stopped === null && isActive(purchase.status))
      await tx.purchase.update({ where: { id: purchaseId }, data: { answered: Prisma.DbNull } });
    return false;
  });
}
