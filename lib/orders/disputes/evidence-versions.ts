import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { findFrozenTimes } from "../disputes";

const itemOfOrder = (orderNo: string) => ({
  where: { fulfillment: { orderItem: { order: { orderNo } } } },
  orderBy: { fulfillmentId: "asc" } as const,
});
const position = { select: { orderItem: { select: { position: true } } } } as const;

const earliest = (...times: (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((first, at) => (at && (!first || at < first) ? at : first), null);

interface Span {
  from: Date;
  until: Date | null;
}

const isSpan = ({ from, until }: Span) => until === null || until > from;

/** Cuts a time out of another one: up to two parts are left. */
function without(span: Span, gap: Span): Span[] {
  const before = { from: span.from, until: earliest(span.until, gap.from) };
  const after = gap.until && {
    from: new Date(Math.max(gap.until.getTime(), span.from.getTime())),
    until: span.until,
  };
  return [before, ...(after ? [after] : [])].filter(isSpan);
}

/** Which texts the buyer could read, and when, of options whose text changes. Never the text itself. */
export async function findReadableTexts(orderNo: string) {
  const accesses = await db().livingAccess.findMany({
    ...itemOfOrder(orderNo),
    include: { fulfillment: position },
  });
  const texts = await db().livingText.findMany({
    where: { skuId: { in: accesses.map(({ skuId }) => skuId) } },
    orderBy: [{ skuId: "asc" }, { number: "asc" }],
    select: { skuId: true, number: true, createdAt: true },
  });
  const order = await db().order.findUniqueOrThrow({ where: { orderNo }, select: { id: true } });
  const frozen = await findFrozenTimes(db(), order.id);
  return accesses.flatMap(({ skuId, givenAt, endsAt, revokedAt, fulfillment }) =>
    texts
      .filter((text) => text.skuId === skuId)
      .map(({ number, createdAt }, at, versions) => ({
        item: fulfillment.orderItem.position,
        number,
        from: new Date(Math.max(createdAt.getTime(), givenAt.getTime())),
        until: earliest(versions[at + 1]?.createdAt, endsAt, revokedAt),
      }))
      .filter(isSpan)
      .flatMap(({ from, until, ...text }) =>
        frozen
          .reduce<Span[]>((spans, gap) => spans.flatMap((span) => without(span, gap)), [{ from, until }])
          .map((span) => ({ ...text, ...span })),
      )
      .map(({ from, until, ...text }) => ({
        ...text,
        readable_from: toTime(from),
        readable_until: toTimeOrNull(until),
      })),
  );
}

/** Which versions of files were downloaded, and how much of each was sent. */
export async function findDownloads(orderNo: string) {
  const grants = await db().downloadGrant.findMany({
    ...itemOfOrder(orderNo),
    include: {
      fulfillment: position,
      downloads: {
        orderBy: { versionId: "asc" },
        include: { version: { include: { file: { select: { title: true } } } } },
      },
    },
  });
  return grants.flatMap(({ fulfillment, downloads }) =>
    downloads
      .filter(({ bytesSent }) => bytesSent > 0n)
      .map(({ version, bytesSent, lastAt }) => ({
        item: fulfillment.orderItem.position,
        title: version.file.title,
        version: version.label,
        sha256: version.sha256,
        bytes: Number(version.bytes),
        bytes_sent: Number(bytesSent),
        last_at: toTime(lastAt),
      })),
  );
}
