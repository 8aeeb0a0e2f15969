import { db } from "@/lib/db/client";

/** Everything that the payment of an order writes, without what is another's each time. */
export async function writtenFor(orderId: number) {
  const found = await db().order.findUniqueOrThrow({
    where: { id: orderId },
    include: {
      events: { orderBy: { id: "asc" } },
      payments: { include: { events: true } },
      siteOrder: true,
      items: { include: { secrets: true, fulfillment: { include: { secrets: true } } } },
    },
  });
  const transfers = await db().ledgerTransfer.findMany({
    where: { reference: found.orderNo },
    include: { entries: { include: { account: true }, orderBy: { amountCents: "asc" } } },
  });
  const own =
    /^(id|.*Id|.*No|.*At|tradeNo|payUrl|email|ip|requestId|dedupeKey|reasonKey|reference|redacted|.*Hash|.*Sealed)$/;
  const hasTime = (value: unknown) => (value instanceof Date ? "a time" : value);
  return JSON.parse(
    JSON.stringify({ found, transfers }, (name, value: unknown) =>
      own.test(name)
        ? value === null
          ? null
          : "its own"
        : typeof value === "bigint"
          ? String(value)
          : hasTime(value),
    ),
  ) as unknown;
}

export const jobsAbout = (orderId: number) =>
  db().$queryRaw<{ kind: string; attempts: number }[]>`
    SELECT t.identifier AS kind, j.max_attempts AS attempts
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE (j.payload->>'orderId')::int = ${orderId} ORDER BY 1`;
