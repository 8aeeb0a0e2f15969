import { takeAdvisoryLock } from "../../acts/sql";
import { addSeconds, now } from "../../core/clock";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import {
  findToldItems,
  findUntoldLines,
  lastLine,
  lastSettledLine,
  moveToldStocks,
  noteAllStocks,
  type UntoldLine,
} from "../sql/shop-events";
import { dataOfLine, toldKinds, typeOfLine } from "./event-types";
import { type ToldEvent, tellPrograms } from "./tell-programs";

/** Writers of events take turns, so that their ids are in the order in which they are seen. */
const publishLock = 7_214_006;
const feedId = 1;

/** Lines of one turn, so that a transaction stays short, and shorter where a caller waits for it. */
const atOnce = { worker: 400, reader: 100 };

/** A transaction that wrote a line has ended by then: longer ones are ended by the shop itself. */
const settledSeconds = 60;

const keptDays = 30;
export const keptSeconds = keptDays * 86_400;

/** Events begin where somebody first asks for them, and anew where nobody asked for as long as they are kept. */
async function begin(tx: Tx): Promise<void> {
  await noteAllStocks(tx);
  const state = { readUpTo: await lastLine(tx), publishedAt: now() };
  await tx.eventFeed.upsert({ where: { id: feedId }, create: { id: feedId, ...state }, update: state });
}

async function newEvents(
  tx: Tx,
  { readUpTo, since, limit }: { readUpTo: bigint; since: Date; limit: number },
) {
  const lines = await findUntoldLines(tx, { after: readUpTo, kinds: toldKinds, limit });
  const items =
    lines.length > 0
      ? await findToldItems(
          tx,
          lines.map(({ orderId }) => orderId),
        )
      : [];
  const ofOrders = lines.map((line) => ({
    type: typeOfLine(line.kind),
    createdAt: line.createdAt,
    data: dataOfLine(
      line,
      items.filter(({ orderId }) => orderId === line.orderId),
    ),
    orderEventId: line.id,
  }));
  const ofStock = (await moveToldStocks(tx, since)).map(({ skuId, productId, code, available, level }) => ({
    type: `stock.${level}` as const,
    createdAt: now(),
    data: { product_id: productId, sku_id: skuId, code, available },
    orderEventId: null,
  }));
  return { lines, events: [...ofOrders, ...ofStock] };
}

/** The line up to which all is told for good: younger ones may still get neighbours before them. */
async function newMark(
  tx: Tx,
  readUpTo: bigint,
  lines: readonly UntoldLine[],
  isFull: boolean,
): Promise<bigint> {
  const before = addSeconds(now(), -settledSeconds);
  if (!isFull) return lastSettledLine(tx, { after: readUpTo, before });
  return lines.findLast(({ createdAt }) => createdAt < before)?.id ?? readUpTo;
}

/** One turn. @returns whether more may wait */
export async function publishSome(by: keyof typeof atOnce): Promise<boolean> {
  const limit = atOnce[by];
  return inTransaction(async (tx) => {
    await takeAdvisoryLock(tx, publishLock);
    const feed = await tx.eventFeed.findUnique({ where: { id: feedId } });
    if (!feed || feed.publishedAt < addSeconds(now(), -keptSeconds)) {
      await begin(tx);
      return false;
    }
    const since = addSeconds(feed.publishedAt, -settledSeconds);
    const { lines, events } = await newEvents(tx, { readUpTo: feed.readUpTo, since, limit });
    if (events.length > 0) {
      const rows: ToldEvent[] = await tx.shopEvent.createManyAndReturn({
        data: events,
        select: { id: true, type: true, createdAt: true, data: true },
      });
      await tellPrograms(tx, rows);
    }
    const isFull = lines.length === limit;
    const readUpTo = await newMark(tx, feed.readUpTo, lines, isFull);
    await tx.eventFeed.update({ where: { id: feedId }, data: { readUpTo, publishedAt: now() } });
    return isFull;
  });
}

let running: Promise<void> | undefined;
let isAskedAgain = false;

async function publishAll(): Promise<void> {
  try {
    do {
      isAskedAgain = false;
      while (await publishSome("worker"));
    } while (isAskedAgain);
  } finally {
    // In the same step as the last look at `isAskedAgain`: nobody waits for a turn that has ended.
    running = undefined;
  }
}

/**
 * Makes events of what happened since the last time: lines of the time lines of orders, and stocks that reached another level. What
 * happens writes nothing for it, so an order costs the same whether somebody asks for events or not. Calls that come together share
 * a turn, and one that comes during a turn waits for the next.
 */
export async function publishEvents(): Promise<void> {
  isAskedAgain = true;
  running ??= publishAll();
  await running;
}

const askedEveryMs = 10_000;
let asked = { at: Number.NEGATIVE_INFINITY, isAsked: false };

/** Whether a program is told of events. Looked up every ten seconds at most: an order asks nothing. */
async function isAsked(): Promise<boolean> {
  if (performance.now() - asked.at < askedEveryMs) return asked.isAsked;
  const count = await db().notificationChannel.count({ where: { provider: "events", isEnabled: true } });
  asked = { at: performance.now(), isAsked: count > 0 };
  return asked.isAsked;
}

/** For the worker. Programs that only read them publish by reading (`listEvents`). */
export async function publishForPrograms(): Promise<void> {
  if (await isAsked()) await publishEvents();
}

/** For tests and for a change of who asks. */
export const forgetAsked = (): void => {
  asked.at = Number.NEGATIVE_INFINITY;
};

/** Before a program is subscribed, paused or resumed: what happened until then becomes events, and is not sent to it later. */
export async function publishBeforeChange(channelId: number | null): Promise<void> {
  const where = { id: channelId ?? 0, provider: "events" };
  if (channelId !== null && (await db().notificationChannel.count({ where })) === 0) return;
  await publishEvents();
  forgetAsked();
}
