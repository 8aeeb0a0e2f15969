import type { z } from "zod";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { type PageQuery, pageSlice } from "../../../core/paging";
import { refusal } from "../../../core/refusals/refusal";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { getSettings } from "../../../settings/queries";
import { lockSite } from "../sql/sites";
import { findOpenOrders } from "../sql/statements";
import { findMismatches, keyOfMismatch, type Mismatch, type OwnOrder } from "./find-mismatches";
import { type BookRow, readBooks } from "./read-books";
import {
  type CompareBooks,
  type comparisonReport,
  type MismatchView,
  mismatchKinds,
  type mismatchList,
  type ResolveMismatch,
} from "./schema";

/** Finds the agent's orders that its books name, by either number. */
async function findNamedOrders(tx: Tx, siteId: number, books: readonly BookRow[]): Promise<OwnOrder[]> {
  const ownNos = books.flatMap(({ orderNo }) => orderNo ?? []);
  const theirNos = books.flatMap((row) => (row.orderNo === null ? (row.downstreamOrderNo ?? []) : []));
  const rows = await tx.order.findMany({
    where: {
      siteId,
      buyerKind: "site",
      OR: [{ orderNo: { in: ownNos } }, { siteOrder: { siteId, downstreamOrderNo: { in: theirNos } } }],
    },
    select: {
      orderNo: true,
      paymentStatus: true,
      amountCents: true,
      refundedCents: true,
      siteOrder: { select: { downstreamOrderNo: true } },
    },
  });
  return rows.map(({ paymentStatus, siteOrder, ...row }) => ({
    ...row,
    downstreamOrderNo: siteOrder?.downstreamOrderNo ?? "",
    isPaid: paymentStatus !== "unpaid",
  }));
}

/** More mismatches than this mean that the file belongs to another agent or another period. */
const maxMismatches = 5000;
const batch = 1000;

/** Keeps one row for each mismatch. A resolved one stays resolved; one that is no longer found is ended. */
async function keepMismatches(tx: Tx, siteId: number, comparisonId: number, found: readonly Mismatch[]) {
  const createdAt = now();
  for (let from = 0; from < found.length; from += batch) {
    const rows = found.slice(from, from + batch).map((mismatch) => ({
      ...mismatch,
      siteId,
      comparisonId,
      key: keyOfMismatch(mismatch),
      createdAt,
    }));
    const key = { in: rows.map((row) => row.key) };
    await tx.siteMismatch.createMany({ data: rows, skipDuplicates: true });
    await tx.siteMismatch.updateMany({
      where: { siteId, key, resolvedAt: { not: null }, resolvedById: null },
      data: { resolvedAt: null },
    });
    await tx.siteMismatch.updateMany({ where: { siteId, key }, data: { comparisonId } });
  }
  await tx.siteMismatch.updateMany({
    where: { siteId, resolvedAt: null, comparisonId: { not: comparisonId } },
    data: { resolvedAt: now() },
  });
}

/**
 * Compares the agent's books with the account that is about to be closed. Nothing of either is changed; what differs waits
 * until somebody has resolved it.
 * @throws AppError `malformed` naming the line that cannot be read, `not_found`
 */
export async function compareBooks(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  { to, csv }: CompareBooks,
): Promise<z.infer<typeof comparisonReport>> {
  const books = readBooks(csv);
  const { currency } = await getSettings();
  return inTransaction(async (tx) => {
    if (!(await lockSite(tx, siteId))) throw notFound("site");
    const orders = await findNamedOrders(tx, siteId, books);
    const found = findMismatches(books, orders, await findOpenOrders(tx, { siteId, currency, to }));
    if (found.length > maxMismatches)
      throw new AppError("malformed", refusal("books_differ", { max: maxMismatches }), { field: "csv" });
    const matched = books.length - found.filter(({ kind }) => kind !== "missing_there").length;
    const { id } = await tx.siteComparison.create({
      data: {
        siteId,
        periodTo: to,
        rowCount: books.length,
        matched,
        createdById: actor.staffId,
        createdAt: now(),
      },
      select: { id: true },
    });
    await keepMismatches(tx, siteId, id, found);
    await recordAudit(tx, actor, client, {
      action: "site.compare_books",
      target: `site:${siteId}`,
      data: { comparison: id, to: toTime(to), rows: books.length, mismatches: found.length },
    });
    const mismatches = await tx.siteMismatch.count({ where: { siteId, resolvedAt: null } });
    return { id, rows: books.length, matched, mismatches };
  });
}

/** Open ones by age, resolved ones the last first. */
export async function listMismatches(
  siteId: number,
  { state, ...page }: PageQuery & { state: "open" | "resolved" },
): Promise<z.infer<typeof mismatchList>> {
  if ((await db().site.count({ where: { id: siteId } })) === 0) throw notFound("site");
  const where = { siteId, resolvedAt: state === "open" ? null : { not: null } };
  const [total, rows] = await Promise.all([
    db().siteMismatch.count({ where }),
    db().siteMismatch.findMany({
      where,
      orderBy: state === "open" ? { id: "asc" } : [{ resolvedAt: "desc" }, { id: "desc" }],
      ...pageSlice(page),
    }),
  ]);
  const staff = await db().staff.findMany({
    where: { id: { in: rows.flatMap((row) => row.resolvedById ?? []) } },
    select: { id: true, name: true },
  });
  const names = new Map(staff.map(({ id, name }) => [id, name]));
  return {
    mismatches: rows.flatMap((row): MismatchView[] => {
      const kind = mismatchKinds.find((one) => one === row.kind);
      return kind
        ? [
            {
              id: row.id,
              kind,
              order_no: row.orderNo,
              downstream_order_no: row.downstreamOrderNo,
              ours: row.oursCents === null ? null : toMoney(row.oursCents),
              theirs: row.theirsCents === null ? null : toMoney(row.theirsCents),
              created_at: toTime(row.createdAt),
              resolved_at: toTimeOrNull(row.resolvedAt),
              resolved_by: row.resolvedById === null ? null : (names.get(row.resolvedById) ?? null),
              note: row.note,
            },
          ]
        : [];
    }),
    total,
    ...page,
  };
}

/** Our books stand, and the note says why. Where the agent is right its order is refunded, and the next comparison agrees. */
export const resolveMismatch = (
  actor: AdminActor,
  client: ClientInfo,
  { siteId, mismatchId }: { siteId: number; mismatchId: number },
  { note }: ResolveMismatch,
): Promise<{ id: number }> =>
  inTransaction(async (tx) => {
    const { count } = await tx.siteMismatch.updateMany({
      where: { id: mismatchId, siteId, resolvedAt: null },
      data: { resolvedAt: now(), resolvedById: actor.staffId, note },
    });
    if (count === 0) {
      if ((await tx.siteMismatch.count({ where: { id: mismatchId, siteId } })) === 0)
        throw notFound("mismatch");
      throw new AppError("state_conflict", "mismatch_resolved");
    }
    await recordAudit(tx, actor, client, {
      action: "site.resolve_mismatch",
      target: `site:${siteId}`,
      data: { mismatch: mismatchId, note },
    });
    return { id: mismatchId };
  });
