import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { GuardedClient } from "@/lib/db/connections/guarded-client";
import { GuardedPool } from "@/lib/db/connections/guarded-pool";
import { migrate } from "@/lib/db/migrations/migrate";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { findPostgres } from "../../../tools/cluster/programs";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { PostgresPair } from "../../support/fakes/postgres-pair";
import { buyUntil, HttpBuyer, unlimitedBuying } from "../../support/harness/http-buyer";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { itLong } from "../../support/harness/tier";
import { onDatabase } from "../../support/harness/two-shops";

const bin = findPostgres();
const before = 15;
const after = 15;

/** Checks all that must hold however the cluster got here. */
async function expectWhole(buyer: HttpBuyer): Promise<void> {
  expect(new Set(buyer.bought.map(({ key }) => key)).size).toBe(buyer.bought.length);
  expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
}

async function loseThePrimary(isSynchronous: boolean): Promise<void> {
  const pair = await PostgresPair.start(bin ?? "", { isSynchronous });
  const gateway = await FakeGateway.start();
  let shops: ApiServer[] = [];
  try {
    await migrate(pair.url);
    await onDatabase(pair.url, async () => {
      const { product } = await aProduct({ keys: 200 });
      const channelId = await aChannel(gateway.settings());
      shops = await Promise.all(
        [true, false].map((worker) =>
          startApiServer({ databaseUrl: pair.url, worker, settings: unlimitedBuying }),
        ),
      );
      const pids = shops.map(({ pid }) => pid);
      const buyer = new HttpBuyer(shops, gateway, { productId: product.id, channelId, price: "9.90" });
      await buyUntil(buyer, before);
      await Promise.all([buyUntil(buyer, before + after), sleep(300).then(() => pair.failOver())]);

      await expectWhole(buyer);
      const orderNos = buyer.acknowledged.map(({ orderNo }) => orderNo);
      const delivered = await db().order.count({ where: { orderNo: { in: orderNos }, status: "delivered" } });
      // A shop that waits for the standby loses nothing that was acknowledged; one that does not may lose the last
      // moments.
      if (isSynchronous) expect([delivered, buyer.lost, buyer.vanished]).toEqual([orderNos.length, [], 0]);
      // The same processes all the time, and their queue works again.
      expect(shops.map(({ pid }) => pid)).toEqual(pids);
      await expect
        .poll(
          () => db().$queryRaw`
            SELECT j.attempts, left(j.last_error, 200) AS error, j.run_at > now() AS waits, j.locked_by IS NOT NULL AS runs
            FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
            WHERE t.identifier = 'order.delivered'`,
          { timeout: 100_000, interval: 500 },
        )
        .toEqual([]);
    });
  } finally {
    await Promise.all(shops.map((shop) => shop.kill()));
    await pair.stop();
    await gateway.stop();
  }
}

describe.skipIf(bin === null)("a fail-over under load (two servers of Debian's PostgreSQL)", () => {
  it(
    "loses no acknowledged order and sells no key twice with a synchronous standby",
    () => loseThePrimary(true),
    240_000,
  );

  it("ends the reads from a primary that was replaced and lives on, as soon as a write there was in vain", async () => {
    const pair = await PostgresPair.start(bin ?? "", { isSynchronous: true });
    const pool = new GuardedPool(pair.url, { max: 3, name: "keyshelf-reader" });
    try {
      const portOf = async () =>
        (await pool.query<{ port: number }>("SELECT inet_server_port() AS port, pg_sleep(0.1)")).rows[0]
          ?.port;
      const ports = async () => new Set(await Promise.all([portOf(), portOf(), portOf()]));
      const [former] = await ports();
      const promoted = await pair.promote();
      expect(await ports()).toEqual(new Set([former]));
      const writer = await pool.connect();
      if (!(writer instanceof GuardedClient)) throw new Error("The pool guards its connections");
      writer.patienceMs = 1_000;
      // It waits for its standby, which is none any more.
      await expect(writer.query("CREATE TABLE written ()")).rejects.toThrow(/has not answered/);
      writer.release(true);
      expect(await ports()).toEqual(new Set([promoted]));
    } finally {
      await pool.end();
      await pair.stop();
    }
  }, 240_000);

  itLong("sells no key twice with an asynchronous standby", () => loseThePrimary(false), 240_000);
});
