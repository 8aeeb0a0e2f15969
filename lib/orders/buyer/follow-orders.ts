import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { readStandings, type Standing } from "../sql/standings";

type Listener = () => void;

interface Followed extends Standing {
  listeners: Set<Listener>;
}

/** How soon a change shows. One statement for all pages that are open, however many there are. */
const everyMs = 500;
/** Orders whose goods are out are looked at in every fourth round: people leave those pages open. */
const settledEvery = 4;
const followed = new Map<number, Followed>();
let timer: NodeJS.Timeout | undefined;
let round = 0;

async function look(): Promise<void> {
  round += 1;
  const due = [...followed.values()].filter(({ isSettled }) => !isSettled || round % settledEvery === 0);
  if (due.length === 0) return;
  const standings = await readStandings(
    db(),
    due.map(({ orderId }) => orderId),
  );
  for (const { orderId, isSettled, standing } of standings) {
    const entry = followed.get(orderId);
    if (!entry || entry.standing === standing) continue;
    Object.assign(entry, { isSettled, standing });
    for (const listener of entry.listeners) listener();
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
 * Calls `listener` whenever what the order's page shows has changed after this was called, by whatever process. Reading and not
 * being told (LISTEN) works behind every pooler and holds no connection. @returns how to stop
 */
export async function followOrder(orderId: number, listener: Listener): Promise<() => void> {
  // Read now: a page that reads the order after this misses nothing, however late the first round comes.
  const [standing] = followed.has(orderId) ? [] : await readStandings(db(), [orderId]);
  const entry = followed.get(orderId) ?? (standing && { ...standing, listeners: new Set<Listener>() });
  if (!entry) return () => {};
  entry.listeners.add(listener);
  followed.set(orderId, entry);
  if (timer === undefined) schedule();
  return () => {
    entry.listeners.delete(listener);
    if (entry.listeners.size === 0 && followed.get(orderId) === entry) followed.delete(orderId);
  };
}
