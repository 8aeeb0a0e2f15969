import pg from "pg";
import type { AdminActor, ClientInfo } from "@/lib/acts/actor";
import { getConfig } from "@/lib/config/config";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { sealLivingText } from "@/lib/fulfillment/kinds/living/seal-text";
import type { Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { BenchSku } from "./seed-history";
import type { Shop } from "./shop";

const readers = 10_000;
const actor: AdminActor = {
  kind: "admin",
  staffId: 0,
  sessionId: "bench",
  role: "owner",
  email: "bench@example.com",
};
const client = { ip: "127.0.0.1", userAgent: "bench" } as ClientInfo;

/** A text that so many buyers of the past read. */
async function sellText({ id: skuId }: BenchSku, count: number, from: number): Promise<void> {
  await db().livingText.create({
    data: {
      skuId,
      number: 1,
      contentSealed: sealLivingText(skuId, 1, "first password"),
      createdBy: "bench",
      createdAt: now(),
    },
  });
  await db().$executeRaw`
    INSERT INTO living_accesses (fulfillment_id, sku_id, given_at, told_number)
    SELECT id, ${skuId}::int, now(), 1 FROM fulfillments WHERE status = 'ready' ORDER BY id OFFSET ${from}::int LIMIT ${count}::int`;
}

/** The statements that leave this process for the database meanwhile, BEGIN and COMMIT included. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const prototype = pg.Client.prototype as unknown as { query: (...parameters: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function query(this: unknown, ...parameters: unknown[]) {
    count += 1;
    return original.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return count;
}

const change = (skuId: number) =>
  countStatements(() => changeText(actor, client, skuId, { content: "second password" }));

/** Waits for the worker to tell all. @returns how many seconds that took */
async function untilTold(skuId: number): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const left = await db().livingAccess.count({ where: { skuId, toldNumber: 1 } });
    const seconds = (performance.now() - begin) / 1000;
    if (left === 0 || seconds > 120) return seconds;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A text of one reader and one of ten thousand is changed, and the worker tells them. */
export async function living(_: Shop, { skus }: BenchCatalogue): Promise<Verdict[]> {
  const [one, many] = skus.slice(-2);
  if (!one || !many) throw new Error("No options to sell texts of");
  await sellText(one, 1, 0);
  await sellText(many, readers, 1);
  await db().$executeRaw`ANALYZE`;
  const few = await change(one.id);
  const begin = performance.now();
  const all = await change(many.id);
  const changeMs = performance.now() - begin;
  const rows = await db().livingText.count({ where: { skuId: many.id } });
  const seconds = await untilTold(many.id);
  const [mails] = await db().$queryRaw<{ told: number; most: number; minutes: number }[]>`
    SELECT count(*)::int AS told, max(near)::int AS most,
      ceil(extract(epoch FROM max(mail_at) - min(mail_at)) / 60)::int AS minutes
    FROM (
      SELECT mail_at, count(*) OVER (ORDER BY mail_at RANGE BETWEEN CURRENT ROW AND '59.99 s' FOLLOWING) AS near
      FROM living_accesses WHERE sku_id = ${many.id}::int AND mail_at IS NOT NULL) AS told`;
  const { told = 0, most = 0, minutes = 0 } = mails ?? {};
  const { bulkPerMinute } = getConfig().mail;
  return [
    {
      name: `change of a text with ${readers} readers`,
      value: `${all} statements, ${few} with one reader; ${rows - 1} row; ${changeMs.toFixed(0)} ms`,
      target: "as many as with one reader, 1 row",
      isMet: all === few && rows === 2,
    },
    {
      name: "mails about it",
      value: `${told} queued in ${seconds.toFixed(1)} s, at most ${most} a minute, the last after ${minutes} minutes`,
      target: `${readers}, at most ${bulkPerMinute} a minute`,
      isMet: told === readers && most <= bulkPerMinute,
    },
  ];
}
