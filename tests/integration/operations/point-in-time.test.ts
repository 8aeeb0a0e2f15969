import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { grantRole } from "@/lib/db/migrations/grant-role";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { findPostgres } from "../../../tools/cluster/programs";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { ArchivingPostgres, commandsOf } from "../../support/fakes/archiving-postgres";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { directQuery } from "../../support/harness/direct-query";
import { type Bought, buyUntil, HttpBuyer, unlimitedBuying } from "../../support/harness/http-buyer";
import { startApiServer } from "../../support/harness/start-api-server";
import { onDatabase } from "../../support/harness/two-shops";

const bin = findPostgres();

const clock = async (): Promise<string> => {
  const [row] = await db().$queryRaw<{ moment: string }[]>`SELECT clock_timestamp()::text AS moment`;
  return row?.moment ?? "";
};

/** Reads what each buyer sees behind the link of the order. */
async function readOrders(shop: { url: string }, orders: readonly Bought[]): Promise<(string | number)[]> {
  const seen: (string | number)[] = [];
  for (const { orderNo, token } of orders) {
    const answer = await fetch(`${shop.url}/api/v1/guest/orders/${orderNo}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { items: { fulfillment: { secrets: string[] } }[] } };
    seen.push(answer.ok ? (data.items[0]?.fulfillment.secrets[0] ?? "") : answer.status);
  }
  return seen;
}

describe.skipIf(bin === null)("a PostgreSQL of the operator's own that archives its WAL", () => {
  it("goes back to a moment by the commands of docs/operations.md: orders before it are there, later ones not", async () => {
    const [archive = "", restore = ""] = commandsOf("docs/operations.md", "To a moment");
    const server = await ArchivingPostgres.start(bin ?? "");
    const gateway = await FakeGateway.start();
    try {
      // The shop works as a role that owns nothing, before and after.
      await directQuery(server.url, "CREATE ROLE keyshelf_shop LOGIN");
      await grantRole(server.url, "keyshelf_shop");
      const databaseUrl = server.url.replace("keyshelf@", "keyshelf_shop@");
      const { bought, count, moment } = await onDatabase(databaseUrl, async () => {
        const { product } = await aProduct({ keys: 50 });
        const channelId = await aChannel(gateway.settings());
        await server.type(archive);
        const shop = await startApiServer({
          databaseUrl,
          worker: true,
          settings: unlimitedBuying,
        });
        const buyer = new HttpBuyer([shop], gateway, { productId: product.id, channelId, price: "9.90" });
        try {
          await buyUntil(buyer, 3);
          const count = buyer.bought.length;
          const moment = await clock();
          await buyUntil(buyer, count + 2);
          return { bought: buyer.bought, count, moment };
        } finally {
          await shop.stop();
        }
      });
      await server.type(restore, moment);
      await onDatabase(databaseUrl, async () => {
        const later = bought.slice(count).map(({ orderNo }) => orderNo);
        expect([later.length > 0, await db().order.count({ where: { orderNo: { in: later } } })]).toEqual([
          true,
          0,
        ]);
        // Reads are answered a moment before the recovery has ended.
        const recovering = () => db().$queryRaw<{ is: boolean }[]>`SELECT pg_is_in_recovery() AS is`;
        await expect.poll(recovering).toEqual([{ is: false }]);
        expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
        const shop = await startApiServer({ databaseUrl, worker: true });
        try {
          const seen = await readOrders(shop, bought);
          expect(seen.slice(0, count)).toEqual(bought.slice(0, count).map(({ key }) => key));
          // A guest's token that fits no order.
          expect(new Set(seen.slice(count))).toEqual(new Set([401]));
        } finally {
          await shop.stop();
        }
      });
    } finally {
      await server.stop();
      await gateway.stop();
    }
  }, 240_000);
});
