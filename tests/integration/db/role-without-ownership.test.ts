import { randomUUID } from "node:crypto";
import { Command } from "commander";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { verifyAudit } from "@/lib/acts/verify-audit";
import { confirmPaid } from "@/lib/checkout/receive/confirm-paid";
import { db, disconnect, inDatabase } from "@/lib/db/client";
import { grantRole } from "@/lib/db/migrations/grant-role";
import { migrate } from "@/lib/db/migrations/migrate";
import { purgeExpired } from "@/lib/db/purge-expired";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { adjustBalance } from "@/lib/wallet/adjust-balance";
import { getLedgerCheck } from "@/lib/wallet/check-ledger";
import { startSession } from "../../../server/commands/open-shop";
import { roleCommands } from "../../../server/commands/role-commands";
import { anOrder, getOrder } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct, aUser } from "../../support/builders/products";
import { balanceOf, giftCards } from "../../support/builders/wallet";
import { createDatabase } from "../../support/harness/database";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { onDatabase } from "../../support/harness/two-shops";

const role = `keyshelf_shop_${randomUUID().slice(0, 8)}`;
let ownerUrl = "";
let roleUrl = "";
let owner: pg.Client;

beforeAll(async () => {
  ownerUrl = await createDatabase(inject("testRun"), "unowned");
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'only-for-this-test'`);
  const address = new URL(ownerUrl);
  address.username = role;
  address.password = "only-for-this-test";
  roleUrl = address.href;
  await grantRole(ownerUrl, role);
}, 240_000);

afterAll(async () => {
  await disconnect();
  await owner.query(`DROP OWNED BY ${role}`);
  await owner.query(`DROP ROLE ${role}`);
  await owner.end();
});

const denied = "42501";
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

describe("a database role that owns nothing", { timeout: 180_000 }, () => {
  it("finds the schema up to date at the start, and may be granted again", async () => {
    expect(await migrate(roleUrl)).toEqual([]);
    expect(await grantRole(ownerUrl, role)).toEqual({ schema: "public", applied: [] });
  });

  it("sells, delivers, refunds, books, redeems, purges and checks", async () => {
    await inDatabase(roleUrl, async () => {
      const [actor, client, user] = [await anAdmin(), aClient(), await aUser()];
      const { sku } = await aProduct({ keys: 3, priceCents: 990n });
      const { orderId, orderNo } = await orderOf(sku);
      await confirmPaid({ actor, client }, { orderNo }, { note: "cash" });
      expect((await getOrder(orderId)).fulfillmentStatus).toBe("ready");
      const amountCents = 990n;
      await refundOrder(actor, client, { orderNo, amountCents, method: "manual", reason: null });
      const booking = { direction: "in", amount: 500n, remark: "r", request_key: randomUUID() } as const;
      await adjustBalance(actor, client, user.id, booking);
      expect(await balanceOf(user.id)).toBe(500n);
      await giftCards({ quantity: 2 });
      await purgeExpired();
      expect(await getLedgerCheck()).toMatchObject({ is_sound: true });
      expect(await verifyAudit()).toMatchObject({ intact: true });
    });
  });

  it("serves and works off the queue", async () => {
    let server: ApiServer | undefined;
    try {
      server = await startApiServer({ databaseUrl: roleUrl, worker: true });
      const email = "buyer@example.com";
      const sku = await inDatabase(roleUrl, async () => (await aProduct({ keys: 2, priceCents: 0n })).sku);
      const answer = await fetch(`${server.url}/api/v1/guest/orders`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify({
          email,
          items: [{ product_id: sku.productId, sku_id: sku.id, quantity: 1 }],
        }),
      });
      expect(await answer.text()).toContain('"status_code":0');
      await inDatabase(roleUrl, () =>
        expect
          .poll(() => db().mail.count({ where: { recipient: email, status: "outbox" } }), { timeout: 90_000 })
          .toBeGreaterThan(0),
      );
    } finally {
      await server?.stop();
    }
  });

  it("can neither rewrite nor empty the audit log and the ledger, nor change the schema", async () => {
    const client = new pg.Client({ connectionString: roleUrl });
    await client.connect();
    try {
      for (const statement of [
        "UPDATE audit_logs SET actor = 'somebody else'",
        "DELETE FROM audit_logs",
        "TRUNCATE audit_logs",
        "ALTER TABLE audit_logs DISABLE TRIGGER ALL",
        "DROP TRIGGER audit_logs_not_emptied ON audit_logs",
        "UPDATE ledger_entries SET amount_cents = 1",
        "UPDATE order_events SET actor = 'somebody else'",
        "DELETE FROM order_events",
        "TRUNCATE order_events",
        "DELETE FROM ledger_transfers",
        "TRUNCATE ledger_entries, ledger_transfers",
        "DELETE FROM _prisma_migrations",
        "CREATE TABLE mine (id int)",
        "DROP TABLE orders",
        "SET session_replication_role = replica",
      ])
        expect([statement, await codeOf(client.query(statement))]).toEqual([statement, denied]);
      expect(await codeOf(client.query("SELECT count(*) FROM audit_logs"))).toBe("done");
    } finally {
      await client.end();
    }
  });

  it("is refused by name when a migration waits for the owner", async () => {
    const name = "0002_invariants";
    const cut = "UPDATE _prisma_migrations SET finished_at = $2 WHERE migration_name = $1";
    await owner.query(cut, [name, null]);
    await expect(migrate(roleUrl)).rejects.toThrow(`grant-role ${role}`);
    await owner.query(cut, [name, new Date()]);
  });

  it("is granted by the command in a database that is still empty", async () => {
    const address = new URL(ownerUrl);
    const name = `${address.pathname.slice(1)}_empty`;
    await owner.query(`CREATE DATABASE ${name}`);
    address.pathname = `/${name}`;
    const printed: unknown[] = [];
    const session = {
      ...startSession(".", () => true),
      print: (value: unknown) => void printed.push(value),
    };
    const program = new Command();
    roleCommands(program, session);
    try {
      await onDatabase(address.href, () => program.parseAsync(["grant-role", role], { from: "user" }));
      expect(printed).toMatchObject([{ role, schema: "public" }]);
    } finally {
      await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });

  it("must exist, and must not be the owner", async () => {
    await expect(grantRole(ownerUrl, "nobody_here")).rejects.toThrow(/no role nobody_here/);
    await expect(grantRole(ownerUrl, new URL(ownerUrl).username)).rejects.toThrow(
      /may do more than it should/,
    );
  });
});

async function orderOf(sku: Awaited<ReturnType<typeof aProduct>>["sku"]) {
  const { orderId } = await anOrder({ sku });
  const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  return { orderId, orderNo };
}
