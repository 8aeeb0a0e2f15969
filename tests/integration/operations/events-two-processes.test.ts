import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { recordEvent } from "@/lib/orders/record-event";
import { aStaffToken } from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let servers: ApiServer[] = [];

beforeAll(async () => {
  servers = [await startApiServer(), await startApiServer()];
}, 240_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

it("two processes make one event of each line, and readers of both miss none while more are written [C136]", {
  timeout: 120_000,
}, async () => {
  const { headers } = await aStaffToken(["orders:read", "stock:read"]);
  const { sku } = await aProduct({ keys: 5 });
  const { orderId } = await anOrder({ sku });
  const read = async (n: number, after: string | null) => {
    const query = after === null ? "" : `?after=${after}`;
    const answer = await fetch(`${servers[n]?.url}/api/v1/admin/events${query}`, { headers });
    return ((await answer.json()) as { data: { events: { id: string; type: string }[] } }).data.events;
  };
  await read(0, null);
  let isWriting = true;
  const write = async () => {
    for (let n = 0; n < 60; n++)
      await inTransaction((tx) => recordEvent(tx, { orderId, kind: "overpaid", actor: "test" }));
  };
  const follow = async (n: number) => {
    const seen: string[] = [];
    for (let last = false; ; last = !isWriting) {
      const events = await read(n, seen.at(-1) ?? null);
      seen.push(...events.map(({ id }) => id));
      if (last && events.length === 0) return seen;
    }
  };
  const writing = Promise.all([write(), write(), write()]).finally(() => {
    isWriting = false;
  });
  const [first, second] = await Promise.all([follow(0), follow(1), writing]);
  const stored = (await db().shopEvent.findMany({ orderBy: { id: "asc" } })).map(({ id }) => `evt_${id}`);
  expect(stored).toHaveLength(180);
  expect(first).toEqual(stored);
  expect(second).toEqual(stored);
});
