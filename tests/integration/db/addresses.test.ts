import { type AddressInfo, createServer, connect as dial } from "node:net";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { connection, db, disconnect } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections/guarded-client";
import { migrate } from "@/lib/db/migrations/migrate";
import { requireDirectAddress, serverProblem } from "@/lib/db/migrations/require-server";
import { anEmail, aProduct } from "../../support/builders/products";
import { hasPgbouncer, startPgbouncer } from "../../support/fakes/pgbouncer";
import { isTurnOf } from "../../support/harness/seed";
import { startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";
import { onDatabase } from "../../support/harness/two-shops";

const own = () => getConfig().database.url ?? "";

const withSettings = async <T>(settings: Record<string, string>, work: () => Promise<T>): Promise<T> => {
  await disconnect();
  overrideConfig(settings);
  try {
    return await work();
  } finally {
    await disconnect();
    overrideConfig({ "database.url": before, "database.directUrl": "null" });
  }
};
let before: string;
beforeAll(() => {
  before = own();
});

const through = (address: string, port: number) => {
  const url = new URL(address);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
};

async function buy(server: { url: string }, productId: number): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ product_id: productId, quantity: 1, email: anEmail() }),
  });
  return response.status;
}
const manyOrders = { "limits.guestOrdersPerMinute": "100000", "limits.openOrdersPerIp": "100000" };

describe("a server that cannot be used", () => {
  const usable = { version: 150_000, name: "15.0", standby: false, schema: "public" };
  it.each([
    ["nothing is wrong with PostgreSQL 15", {}, null, null],
    [
      "an old version",
      { version: 140_022, name: "14.22" },
      null,
      /needs PostgreSQL 15 or newer; .* is 14\.22/,
    ],
    ["a standby", { standby: true }, null, /is a standby/],
    ["a search path that leads elsewhere", { schema: "shop" }, null, /schema shop .*\?schema=shop/],
    ["a schema that the address names", { schema: "shop" }, "shop", null],
  ])("is refused in one sentence: %s", (_, given, wanted, sentence) => {
    const problem = serverProblem({ ...usable, ...given }, wanted);
    if (sentence) expect(problem).toMatch(sentence);
    else expect(problem).toBeNull();
  });
});

describe("a schema other than public", () => {
  it("holds the whole shop when the address names it", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    const name = `${inject("testRun").prefix}_schema`;
    const admin = await openClient(through(own(), Number(new URL(own()).port)), "keyshelf-test");
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    const address = new URL(own());
    address.pathname = `/${name}`;
    const url = `${address.href}?schema=shop`;
    await migrate(url);
    expect(await migrate(url)).toEqual([]);
    await onDatabase(url, async () => {
      const { product } = await aProduct({ keys: 2 });
      const server = await startApiServer({ databaseUrl: url, worker: true });
      try {
        expect(await buy(server, product.id)).toBe(200);
      } finally {
        await server.stop();
      }
      expect(await db().order.count()).toBe(1);
      const [row] = await db().$queryRaw<{ schema: string }[]>`
        SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'orders'`;
      expect(row?.schema).toBe("shop");
    });
    await expect(migrate(address.href)).rejects.toThrow(/Another shop lives in the schema shop/);
  }, 240_000);
});

describe.skipIf(!hasPgbouncer)("a pooler in transaction mode (PgBouncer)", () => {
  it("is refused without the direct address, and as the direct address", async () => {
    const bouncer = await startPgbouncer(own(), "transaction");
    try {
      await expect(requireDirectAddress(bouncer.url, null)).rejects.toThrow(
        /database\.url leads through a connection pooler in transaction mode: set database\.direct_url/,
      );
      await expect(requireDirectAddress(bouncer.url, bouncer.url)).rejects.toThrow(
        /must be the address of the database/,
      );
      await requireDirectAddress(bouncer.url, own());
    } finally {
      await bouncer.stop();
    }
  });

  it("is not seen in a pooler that keeps one server process a session", async () => {
    const bouncer = await startPgbouncer(own(), "session");
    try {
      await requireDirectAddress(bouncer.url, null);
    } finally {
      await bouncer.stop();
    }
  });

  it("carries orders and jobs of two processes with the direct address beside it", async () => {
    const bouncer = await startPgbouncer(own(), "transaction");
    const settings = { "database.directUrl": own(), ...manyOrders };
    const servers = await Promise.all(
      [1, 2].map(() => startApiServer({ databaseUrl: bouncer.url, worker: true, settings })),
    );
    try {
      const { product } = await aProduct({ keys: 200 });
      // More often than a statement is used before it gets a name, on more connections than the pooler has.
      for (let round = 0; round < 8; round++) {
        const answers = await Promise.all(
          Array.from({ length: 16 }, (_, n) => buy(servers[n % 2] ?? { url: "" }, product.id)),
        );
        expect(new Set(answers)).toEqual(new Set([200]));
      }
      expect(await db().order.count()).toBe(128);
      await Promise.all(servers.map((server) => server.stop()));
      // Alone at the pooler this process gets the session again that it has just set up.
      await withSettings({ "database.url": bouncer.url, "database.directUrl": before }, async () => {
        const names = await connection().pool.query("SELECT current_setting('statement_timeout') AS limit");
        expect(names.rows).toEqual([{ limit: "15s" }]);
      });
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await bouncer.stop();
    }
  }, 240_000);
});

/** A lost primary and its standby look to us like a port that refuses and a server in recovery. */
describe("an address with several hosts", () => {
  it("leads to the one that takes connections, and to the next when that one goes", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    const target = new URL(own());
    const relay = () =>
      new Promise<{ port: number; stop(): void }>((resolve) => {
        const lines = new Set<() => void>();
        const server = createServer((near) => {
          const far = dial(Number(target.port), "127.0.0.1");
          near.pipe(far).pipe(near);
          for (const line of [near, far]) line.on("error", () => undefined);
          lines.add(() => {
            near.destroy();
            far.destroy();
          });
        });
        server.listen(0, "127.0.0.1", () =>
          resolve({
            port: (server.address() as AddressInfo).port,
            stop: () => {
              server.close();
              for (const cut of lines) cut();
            },
          }),
        );
      });
    const [first, second] = [await relay(), await relay()];
    const hosts = `127.0.0.1:1,127.0.0.1:${first.port},127.0.0.1:${second.port}`;
    const url = `postgres://${target.username}:${target.password}@${hosts}${target.pathname}?target_session_attrs=read-write`;
    const server = await startApiServer({ databaseUrl: url, worker: true, settings: manyOrders });
    try {
      const { product } = await aProduct({ keys: 20 });
      expect(await buy(server, product.id)).toBe(200);
      first.stop();
      // Requests that were on a cut connection may fail; a new one finds the next host.
      let status = 0;
      for (let attempts = 0; attempts < 5 && status !== 200; attempts++)
        status = await buy(server, product.id);
      expect(status).toBe(200);
    } finally {
      await server.stop();
      second.stop();
    }
  }, 240_000);
});
