import { log } from "../core/log";
import { db } from "../db/client";

type Listener = () => void;

/** How soon a change shows. One small statement for all pages that are open, however many there are. */
const everyMs = 500;
const followed = new Map<number, { listeners: Set<Listener>; standing: string | null }>();
let timer: NodeJS.Timeout | undefined;

async function look(): Promise<void> {
  const rows = await db().order.findMany({
    where: { id: { in: [...followed.keys()] } },
    select: {
      id: true,
      status: true,
      paymentStatus: true,
      fulfillmentStatus: true,
      updatedAt: true,
      payments: { select: { id: true, state: true }, orderBy: { id: "asc" } },
    },
  });
  for (const { id, ...row } of rows) {
    const entry = followed.get(id);
    if (!entry) continue;
    const standing = JSON.stringify(row);
    const isChanged = entry.standing !== null && entry.standing !== standing;
    entry.standing = standing;
    if (isChanged) for (const listener of entry.listeners) listener();
  }
}

function schedule(): void {
  timer = setTimeout(() => {
    look()
      .catch((error: unknown) => log.warn({ error }, "the orders of open pages could not be read"))
      .finally(() => {
        timer = undefined;
        if (followed.size > 0) schedule();
      });
  }, everyMs);
  timer.unref();
}

/**
 * Calls `listener` whenever the order or one of its payments has changed, by whatever process. Reading and not being told
 * (LISTEN) works behind every pooler and holds no connection. @returns how to stop
 */
export function followOrder(orderId: number, listener: Listener): () => void {
  const entry = followed.get(orderId) ?? { listeners: new Set(), standing: null };
  entry.listeners.add(listener);
  followed.set(orderId, entry);
  if (timer === undefined) schedule();
  return () => {
    entry.listeners.delete(listener);
    if (entry.listeners.size === 0) followed.delete(orderId);
  };
}
