import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections/guarded-client";
import { migrate } from "@/lib/db/migrations/migrate";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { startBalancer } from "../../../tools/cluster/balancer";
import type { Daemon } from "../../../tools/cluster/daemon";
import { freePort } from "../../../tools/cluster/free-port";
import { PatroniCluster } from "../../../tools/cluster/patroni-cluster";
import type { NodeName } from "../../../tools/cluster/plan";
import { findClusterPrograms } from "../../../tools/cluster/programs";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { type SilentProxy, startSilentProxy } from "../../support/fakes/silent-proxy";
import { buyUntil, HttpBuyer, unlimitedBuying } from "../../support/harness/http-buyer";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";
import { onDatabase } from "../../support/harness/two-shops";

const programs = findClusterPrograms();
const missing = "missing" in programs ? programs.missing : [];
/** `FAIL_OVERS=10` loses the leader ten times, each way in turn, and prints figures (docs/scaling.md). */
const rounds = Number(process.env.FAIL_OVERS ?? 0);
/** `npm test` loses a primary under load in failover.test.ts, without what elects the next one. */
const isAsked = isLong || rounds > 0;
if (isAsked && missing.length > 0)
  console.log(`Not installed: ${missing.join(", ")}: the tests with a Patroni cluster are skipped.`);
const isSynchronous = process.env.FAIL_OVERS_ASYNCHRONOUS !== "1";
const bought = 12;

describe.skipIf("missing" in programs || !isAsked)(
  "three shops on three nodes of PostgreSQL under Patroni and etcd",
  { timeout: 240_000 + rounds * 120_000 },
  () => {
    let folder: string;
    let cluster: PatroniCluster;
    let gateway: FakeGateway;
    let balancer: Daemon | undefined;
    let shops: ApiServer[] = [];
    let buyer: HttpBuyer;
    const lines = new Map<NodeName, SilentProxy>();

    /** On a busy machine a leader may be replaced at any moment: what the test itself asks is asked again then. */
    async function persist<T>(work: () => Promise<T>): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          if (attempt === 5) throw error;
          await cluster.whole();
        }
      }
    }

    beforeAll(async () => {
      if ("missing" in programs) return;
      folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-patroni-"));
      await chmod(folder, 0o711);
      cluster = await PatroniCluster.start(folder, programs, {
        dcs: { ttl: 15, loop_wait: 1, retry_timeout: 6, synchronous_mode: isSynchronous },
        parameters: { fsync: "off", shared_buffers: "32MB" },
        etcdNodes: ["db1"],
        etcdLine: async (node, port) => {
          const line = await startSilentProxy(`https://127.0.0.1:${port}`);
          lines.set(node, line);
          return Number(new URL(line.url).port);
        },
      });
      await persist(() => migrate(cluster.url));
      gateway = await FakeGateway.start();
      shops = await Promise.all(
        [1, 2, 3].map(() =>
          persist(() =>
            startApiServer({ databaseUrl: cluster.url, worker: true, settings: unlimitedBuying }),
          ),
        ),
      );
      const port = await freePort();
      const addresses = shops.map((shop) => `127.0.0.1:${shop.port}`);
      balancer = await startBalancer({ folder, programs, port, shops: addresses });
      await onDatabase(cluster.url, async () => {
        const { product } = await persist(() => aProduct({ keys: 1500 + rounds * 300 }));
        const channelId = await persist(() => aChannel(gateway.settings()));
        const front = [{ url: `http://127.0.0.1:${port}` }];
        buyer = new HttpBuyer(front, gateway, { productId: product.id, channelId, price: "9.90" });
      });
    }, 240_000);

    afterAll(async () => {
      await balancer?.stop();
      await Promise.all(shops.map((shop) => shop.kill()));
      await cluster?.stop();
      await Promise.all([...lines.values()].map((line) => line.stop()));
      await gateway?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    }, 120_000);

    /** Takes the leadership away from a node and says how to bring the node back. */
    type Loss = (leader: NodeName) => Promise<() => void>;

    const killed: Loss = async (leader) => {
      await cluster.kill(leader);
      await cluster.succeeded(leader);
      return () => cluster.startNode(leader);
    };
    const cutOff: Loss = async (leader) => {
      lines.get(leader)?.silenceAll();
      await cluster.succeeded(leader);
      return () => lines.get(leader)?.restore();
    };
    const frozen: Loss = async (leader) => {
      cluster.freeze(leader);
      await cluster.succeeded(leader);
      return () => cluster.thaw(leader);
    };
    const switchedOver: Loss = async () => {
      await cluster.switchOver();
      return () => undefined;
    };

    /** The longest time in which no payment was acknowledged. */
    async function longestSilence(work: () => Promise<void>): Promise<number> {
      let [seen, since, longest, isDone] = [buyer.acknowledged.length, performance.now(), 0, false];
      const watch = async () => {
        while (!isDone) {
          await sleep(20);
          longest = Math.max(longest, performance.now() - since);
          if (buyer.acknowledged.length === seen) continue;
          [seen, since] = [buyer.acknowledged.length, performance.now()];
        }
      };
      await Promise.all([watch(), work().finally(() => (isDone = true))]);
      return longest;
    }

    /** Orders and payments flow before the leader is lost, meanwhile and afterwards. */
    async function loseTheLeader(lose: Loss): Promise<number> {
      const leader = (await cluster.whole()).find(({ role }) => role === "leader")?.name as NodeName;
      let bringBack = () => undefined as unknown;
      const silence = await longestSilence(async () => {
        let isLost = false;
        const sell = async () => {
          while (!isLost) await buyUntil(buyer, buyer.bought.length + 2);
          await buyUntil(buyer, buyer.bought.length + bought);
        };
        const loss = async () => {
          await buyUntil(buyer, buyer.bought.length + 2);
          bringBack = await lose(leader);
        };
        await Promise.all([sell(), loss().finally(() => (isLost = true))]);
      });
      bringBack();
      await cluster.whole();
      return silence;
    }

    const delivered = (orderNos: string[]) =>
      persist(() => db().order.count({ where: { orderNo: { in: orderNos }, status: "delivered" } }));
    const doubled = () => buyer.bought.length - new Set(buyer.bought.map(({ key }) => key)).size;

    async function expectNothingLost(): Promise<void> {
      const orderNos = buyer.acknowledged.map(({ orderNo }) => orderNo);
      expect([await delivered(orderNos), buyer.lost, doubled()]).toEqual([orderNos.length, [], 0]);
      expect((await persist(checkShop)).filter(({ ok }) => !ok)).toEqual([]);
      for (const shop of shops)
        expect(await Promise.race([shop.exited, "running"]), shop.output().slice(-2_000)).toBe("running");
    }

    it.skipIf(rounds > 0)("verify whom they talk to, and own nothing but their database", async () => {
      const other = path.join(folder, "other-authority");
      execFileSync("sh", ["deploy/patroni/certificates.sh", other, "db1"]);
      const open = (url: string) => openClient(url, "test").then((client) => client.end());
      await expect(open(cluster.url.replace(cluster.authority, `${other}/ca.crt`))).rejects.toThrow(
        /certificate/,
      );
      await expect(open(cluster.url.replaceAll("127.0.0.1:", "localhost:"))).rejects.toThrow(/altnames/);
      await expect(open(cluster.url.replace(/\?.*/, "?sslmode=disable"))).rejects.toThrow(/no encryption/);
      const client = await persist(() => openClient(cluster.url, "test"));
      const { rows } = await client.query(`
        SELECT ssl, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_stat_ssl, pg_roles
        WHERE pid = pg_backend_pid() AND rolname = current_user`);
      await client.end();
      const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false };
      expect(rows).toEqual([{ ssl: true, ...none, rolbypassrls: false }]);
    });

    it.skipIf(rounds > 0).each([
      ["is killed with its host", killed],
      ["cannot reach etcd any more", cutOff],
      ["is switched over by the operator", switchedOver],
    ])("lose no acknowledged order, sell no key twice and need no restart when the leader %s", (_, lose) =>
      onDatabase(cluster.url, async () => {
        await loseTheLeader(lose);
        await expectNothingLost();
      }),
    );

    it.runIf(rounds > 0)("sell no key twice however often the leader is lost", () =>
      onDatabase(cluster.url, async () => {
        const ways = { killed, "cut off": cutOff, frozen, "switched over": switchedOver };
        for (let round = 0; round < rounds; round++) {
          const [name, lose] = Object.entries(ways)[round % 4] as [string, Loss];
          const silence = await loseTheLeader(lose);
          const kept = await delivered(buyer.acknowledged.map(({ orderNo }) => orderNo));
          const lost = buyer.acknowledged.length - kept;
          console.log(
            `${round + 1}. ${name}: ${(silence / 1000).toFixed(1)} s without a sale; so far ${buyer.acknowledged.length} acknowledged, ` +
              `${lost} lost, ${doubled()} keys sold twice, ${buyer.vanished} unpaid orders gone, ${buyer.failures} calls repeated`,
          );
        }
        if (isSynchronous) await expectNothingLost();
        expect((await persist(checkShop)).filter(({ ok }) => !ok)).toEqual([]);
        expect(doubled()).toBeLessThanOrEqual(buyer.lost.length);
      }),
    );
  },
);
