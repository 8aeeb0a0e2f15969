import type { Cents } from "../../../core/money";
import type { BookRow } from "./read-books";
import type { MismatchKind } from "./schema";

/** An order of the agent as we have it. */
export interface OwnOrder {
  orderNo: string;
  downstreamOrderNo: string;
  isPaid: boolean;
  amountCents: Cents;
  refundedCents: Cents;
}

export interface Mismatch {
  kind: MismatchKind;
  orderNo: string | null;
  downstreamOrderNo: string | null;
  oursCents: Cents | null;
  theirsCents: Cents | null;
}

type OpenOrder = Pick<OwnOrder, "orderNo" | "downstreamOrderNo" | "amountCents">;

/** Compares one row of the books with our order; an amount decides before a refund is looked at. */
function compareRow(row: BookRow, own: OwnOrder | undefined): Mismatch | null {
  const { amountCents, refundedCents } = row;
  if (!own) {
    const { orderNo, downstreamOrderNo } = row;
    return { kind: "unknown_here", orderNo, downstreamOrderNo, oursCents: null, theirsCents: amountCents };
  }
  const { orderNo, downstreamOrderNo } = own;
  const found = { orderNo, downstreamOrderNo };
  if (!own.isPaid) return { ...found, kind: "not_paid", oursCents: 0n, theirsCents: amountCents };
  if (own.amountCents !== amountCents)
    return { ...found, kind: "amount", oursCents: own.amountCents, theirsCents: amountCents };
  if (refundedCents !== null && own.refundedCents !== refundedCents)
    return { ...found, kind: "refunded", oursCents: own.refundedCents, theirsCents: refundedCents };
  return null;
}

/**
 * Lays the agent's books beside ours, order by order. An order of another period is compared all the same, so that one paid at
 * midnight is no mismatch; of ours only those are missed that are about to be closed.
 */
export function findMismatches(
  books: readonly BookRow[],
  orders: readonly OwnOrder[],
  open: readonly OpenOrder[],
): Mismatch[] {
  const byOwnNo = new Map(orders.map((order) => [order.orderNo, order]));
  const byTheirNo = new Map(orders.map((order) => [order.downstreamOrderNo, order]));
  const seen = new Set<string>();
  const mismatches: Mismatch[] = [];
  for (const row of books) {
    const own = row.orderNo === null ? byTheirNo.get(row.downstreamOrderNo ?? "") : byOwnNo.get(row.orderNo);
    if (own) seen.add(own.orderNo);
    const mismatch = compareRow(row, own);
    if (mismatch) mismatches.push(mismatch);
  }
  for (const { orderNo, downstreamOrderNo, amountCents } of open) {
    if (seen.has(orderNo)) continue;
    mismatches.push({
      kind: "missing_there",
      orderNo,
      downstreamOrderNo,
      oursCents: amountCents,
      theirsCents: null,
    });
  }
  return mismatches;
}

/** The same difference found again is the same mismatch, and stays resolved. */
export const keyOfMismatch = ({
  kind,
  orderNo,
  downstreamOrderNo,
  oursCents,
  theirsCents,
}: Mismatch): string =>
  [kind, orderNo ?? "", orderNo === null ? downstreamOrderNo : "", oursCents ?? "", theirsCents ?? ""].join(
    ":",
  );
