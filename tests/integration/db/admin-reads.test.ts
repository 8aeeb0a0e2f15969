import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { routeModules } from "@/app/api/v1/route-modules";
import { getConfig } from "@/lib/config/config";
import { deepestRow } from "@/lib/core/paging";
import { db } from "@/lib/db/client";
import { seedCalls, seedMembers, seedPast } from "../../../tools/bench/seed-history";
import { growingTables } from "../../support/builders/grown-shop";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { staffOfTest } from "../../support/harness/admin-suite";
import { recordStatements, type Statement } from "../../support/harness/statements";

/** The shop after some weeks, and ten times as much. */
const few = 300;
const many = 3000;
/** Rows that a list may read more: a page of it and what belongs to them. */
const slack = 250;

const everGrowing = [
  ...growingTables,
  "alerts",
  "audit_logs",
  "notification_attempts",
  "notification_deliveries",
  "operator_events",
  "sync_runs",
];

/** Reads of a whole period or a whole table, which cost what they hold: sums, exports, the check of a chain. */
const readsAll = /\/(reports|export|check)\b|\/find$/;

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

const staff = staffOfTest("owner");
let client: pg.Client;
let sku: { id: number; productId: number };
let channelId: number;

/** Rows `from` to `to` of what the seeds of the bench leave out. */
async function seedBesides(from: number, to: number): Promise<void> {
  const range = `generate_series(${from}, ${to - 1}) AS n`;
  const old = "now() - interval '40 days' - n * interval '1 minute'";
  await client.query(`
    SET session_replication_role = replica;
    INSERT INTO mails (kind, recipient, subject, text_sealed, html_sealed, status, reference, dedupe_key, created_at, sent_at)
    SELECT 'order_delivered', 'sold-' || n || '@example.com', 'Old', '', '', 'sent', 'KSOLD' || n, 'old:' || n, ${old}, ${old} FROM ${range};
    INSERT INTO audit_logs (actor, action, target, data, prev_hash, hash, created_at)
    SELECT 'bench', 'order.reveal', 'order:' || n, '{}', '', '', ${old} FROM ${range};
    INSERT INTO alerts (kind, message, data, dedupe_key, created_at, last_seen_at, resolved_at)
    SELECT 'order.late_payment', 'Old', '{}', 'old:' || n, ${old}, ${old}, ${old} FROM ${range};
    INSERT INTO notification_deliveries (channel_id, kind, event_count, message, status, created_at, sent_at)
    SELECT 1, 'sale', 1, '{"title":"Old","rows":[],"url":"","kind":"sale","count":1,"at":""}', 'sent', ${old}, ${old} FROM ${range};
    INSERT INTO sync_runs (connection_id, trigger, started_at, finished_at)
    SELECT 1, 'schedule', ${old}, ${old} FROM ${range};
    INSERT INTO payment_events (channel_id, source, verdict, dedupe_key, created_at)
    SELECT ${channelId}, 'notification', 'accepted', 'old:' || n, ${old} FROM ${range};
    INSERT INTO callback_attempts (callback_id, attempt_no, http_status, latency_ms, nonce, created_at)
    SELECT id, 1, 200, 5, gen_random_uuid(), created_at FROM callbacks WHERE id > ${from} AND id <= ${to};
    SET session_replication_role = origin`);
}

async function grow(from: number, to: number): Promise<void> {
  await seedPast({ skus: [sku], channelId, days: 365 }, to, from);
  await seedMembers(to, from);
  await seedCalls(to, from);
  await seedBesides(from, to);
  await client.query("VACUUM ANALYZE");
}

function rowsIn(node: PlanNode, found: Map<string, number>): Map<string, number> {
  for (const plan of node.Plans ?? []) rowsIn(plan, found);
  const table = node["Relation Name"];
  if (!table || !everGrowing.includes(table)) return found;
  const each =
    (node["Actual Rows"] ?? 0) +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  return found.set(table, (found.get(table) ?? 0) + Math.round(each * (node["Actual Loops"] ?? 1)));
}

/** How many rows of each growing table the statement reads when it runs once more. */
async function explain({ text, values }: Statement): Promise<Map<string, number>> {
  const parameters = values.map((value) => (value instanceof Date ? value.toISOString() : value));
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>({
    text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    values: parameters,
  });
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  return plan ? rowsIn(plan, new Map()) : new Map();
}

const isRead = ({ text }: Statement) =>
  /^\s*(SELECT|WITH)\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text);
/** A list counts its rows up to the deepest that it shows. */
const isCapped = ({ values }: Statement) => values.some((value) => String(value) === String(deepestRow + 1));

type Reads = Map<string, { rows: number; statement: string }>;

/** Every read of the admin's API that an address alone asks for; what is named in it is there. */
async function measure(): Promise<Map<string, Reads>> {
  const order = await db().order.findFirstOrThrow({ orderBy: { id: "desc" }, select: { orderNo: true } });
  const found = new Map<string, Reads>();
  for (const [path, load] of Object.entries(routeModules)) {
    if (!path.startsWith("admin/") || readsAll.test(path)) continue;
    const { GET } = (await load()) as { GET?: Parameters<typeof staff.call>[0] };
    if (!GET) continue;
    const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
    const params = Object.fromEntries(names.map((name) => [name, name === "order_no" ? order.orderNo : "1"]));
    const statements = await recordStatements(() =>
      staff.call(GET, "GET", { params, path: `/api/v1/${path}` }),
    );
    const reads: Reads = new Map();
    for (const statement of statements.filter((one) => isRead(one) && !isCapped(one)))
      for (const [table, rows] of await explain(statement)) {
        const before = reads.get(table)?.rows ?? 0;
        reads.set(table, {
          rows: before + rows,
          statement: rows > before ? statement.text : (reads.get(table)?.statement ?? ""),
        });
      }
    found.set(path, reads);
  }
  return found;
}

describe("the admin of a shop that grows", () => {
  beforeEach(async () => {
    client = new pg.Client({ connectionString: getConfig().database.url ?? "" });
    await client.connect();
    const made = await aProduct({ keys: 3 });
    sku = { id: made.sku.id, productId: made.product.id };
    channelId = await aChannel({});
    return () => client.end();
  });

  it("reads as many rows for each list and each row of it as with a tenth of them [C85]", async () => {
    await grow(0, few);
    const before = await measure();
    expect(before.size).toBeGreaterThan(60);
    await grow(few, many);
    const after = await measure();
    const grown = [...after].flatMap(([path, reads]) =>
      [...reads].flatMap(([table, { rows, statement }]) => {
        const then = before.get(path)?.get(table)?.rows ?? 0;
        const said = `${path}: ${table} ${then} -> ${rows}: ${statement.replace(/\s+/g, " ").slice(0, 200)}`;
        return rows > then + slack ? [said] : [];
      }),
    );
    expect(grown).toEqual([]);
  }, 240_000);
});
