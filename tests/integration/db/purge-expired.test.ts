import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { purgeExpired, purges } from "@/lib/db/purge-expired";
import { purgeFailedJobs } from "@/lib/jobs/purge-failed-jobs";

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

/**
 * Tables that grow and stay, or do not grow (docs/decisions/0051): a new table is decided on before this test passes.
 */
const kept = new Set([
  // Books: what was sold, paid, owed and done.
  ...["orders", "order_items", "order_events", "fulfillments", "fulfillment_secrets", "guest_tokens"],
  ...["order_gifts", "gift_tokens"],
  ...[
    "receipts",
    "receipt_series",
    "terms_versions",
    "tax_rate_versions",
    "payments",
    "payment_confirmations",
    "refunds",
    "recharges",
    "coupon_uses",
    "gateway_costs",
    "wallet_holds",
  ],
  ...["ledger_accounts", "ledger_transfers", "ledger_entries", "audit_logs"],
  ...["delivery_requests", "delivery_secrets"],
  ...["licenses", "license_devices", "license_signing_keys"],
  ...["site_orders", "purchases", "callbacks", "received_units"],
  ...["site_statements", "site_statement_lines", "site_comparisons", "site_mismatches"],
  // Stock, goods and words: an operator's own.
  ...["secrets", "secret_batches", "skus", "sku_stocks", "products", "categories", "wholesale_tiers"],
  "bundle_parts",
  ...["living_texts", "living_accesses", "renewals"],
  // One row for each option whose stock the seller's server says, or that programs know.
  ...["asked_stocks", "told_stocks"],
  // One row.
  "event_feeds",
  ...["sku_files", "file_versions", "download_grants", "downloads"],
  ...["gift_cards", "gift_card_batches", "coupons", "member_levels", "level_prices"],
  "mail_texts",
  ...[
    "posts",
    "pages",
    "banners",
    "media",
    "settings",
    "payment_channels",
    "channel_rate_sources",
    "saved_replies",
    "saved_views",
    "list_columns",
  ],
  ...[
    "sites",
    "site_prices",
    "site_test_keys",
    "site_signing_secrets",
    "connections",
    "upstream_skus",
    "upstream_products",
    "sku_mappings",
  ],
  // One row for each chain.
  "audit_heads",
  // People.
  ...[
    "users",
    "guests",
    "staff",
    "own_roles",
    "staff_money_days",
    "money_requests",
    "recovery_codes",
    "passkeys",
    "login_providers",
    "linked_identities",
    "reviews",
    "product_ratings",
    "staff_recovery_codes",
    // Forgotten, an address that ended the mails could be written to again.
    "stock_notice_addresses",
  ],
  // Tables whose rows go with those they belong to: a channel, an event, a message, an import.
  ...["key_import_pieces", "key_import_lines"],
  ...["notification_channels", "notification_queue", "notification_attempts"],
]);

const aMail = (dedupeKey: string, ageDays: number, status: "sent" | "failed" = "sent") =>
  db().mail.create({
    data: {
      kind: "order_delivered",
      recipient: "buyer@example.com",
      subject: "Your order",
      textSealed: new Uint8Array([1]),
      htmlSealed: new Uint8Array([1]),
      status,
      dedupeKey,
      createdAt: daysAgo(ageDays),
    },
  });

describe("what is old goes", () => {
  it("is decided for every table", async () => {
    const tables = await db().$queryRaw<{ name: string }[]>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`;
    const purged = new Set<string>(purges.map(({ table }) => table));
    const undecided = tables.filter(({ name }) => purged.has(name) === kept.has(name));
    expect(undecided).toEqual([]);
  });

  it("mails that were sent after 90 days, others after 180, and none a day earlier", async () => {
    await aMail("sent, old", 91);
    await aMail("sent, young", 89);
    await aMail("failed, old", 181, "failed");
    await aMail("failed, young", 179, "failed");
    await purgeExpired();
    const left = await db().mail.findMany({ select: { dedupeKey: true }, orderBy: { id: "asc" } });
    expect(left.map(({ dedupeKey }) => dedupeKey)).toEqual(["sent, young", "failed, young"]);
  });

  it("finds old mails by an index", async () => {
    const plans = await db().$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      const planOf = async (which: string) =>
        JSON.stringify(await tx.$queryRawUnsafe(`EXPLAIN SELECT ctid FROM mails WHERE ${which}`));
      return [
        await planOf("created_at < now() - interval '90 days' AND status = 'sent'"),
        await planOf("created_at < now() - interval '180 days'"),
      ];
    });
    for (const plan of plans) expect(plan).toMatch(/mails_(status_)?created_at_idx/);
  });

  it("alerts half a year after somebody resolved them, open ones never", async () => {
    const alert = (dedupeKey: string, resolvedAt: Date | null) => ({
      kind: "stock.short",
      message: "Short",
      dedupeKey,
      createdAt: daysAgo(400),
      lastSeenAt: daysAgo(400),
      resolvedAt,
    });
    await db().alert.createMany({
      data: [alert("resolved", daysAgo(181)), alert("lately", daysAgo(179)), alert("open", null)],
    });
    await purgeExpired();
    const left = await db().alert.findMany({ select: { dedupeKey: true }, orderBy: { id: "asc" } });
    expect(left.map(({ dedupeKey }) => dedupeKey)).toEqual(["lately", "open"]);
  });

  it("jobs that gave up a month ago, and no job that still has a try", async () => {
    const addJob = async (key: string, age: string, attempts: number) => {
      await db().$queryRaw`
        SELECT id FROM graphile_worker.add_job('order.sweep', '{}', job_key => ${key}, max_attempts => 2)`;
      await db().$executeRaw`
        UPDATE graphile_worker._private_jobs SET run_at = now() - ${age}::interval, attempts = ${attempts} WHERE key = ${key}`;
    };
    await addJob("gave up", "31 days", 2);
    await addJob("gave up lately", "29 days", 2);
    await addJob("has a try left", "31 days", 1);
    await purgeFailedJobs();
    const left = await db().$queryRaw<{ key: string }[]>`SELECT key FROM graphile_worker.jobs ORDER BY id`;
    expect(left.map(({ key }) => key)).toEqual(["gave up lately", "has a try left"]);
  });

  it("limits when their window is over, nonces only after a while, and nothing that is still good", async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
    await db().rateLimit.createMany({
      data: [
        { key: "over", count: 1, resetAt: at(-5) },
        { key: "open", count: 1, resetAt: at(60) },
      ],
    });
    const nonces = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
    await db().nonce.createMany({
      data: nonces.map((nonce, n) => ({ scope: "site:x", nonce, expiresAt: at(n === 0 ? -700 : -500) })),
    });
    await purgeExpired();
    expect(await db().rateLimit.findMany({ select: { key: true } })).toEqual([{ key: "open" }]);
    expect(await db().nonce.findMany({ select: { nonce: true } })).toEqual([{ nonce: nonces[1] }]);
  });

  it("goes slice by slice until all of it is gone", async () => {
    await db().$executeRaw`
      INSERT INTO rate_limits (key, count, reset_at) SELECT 'k' || n, 1, now() - interval '1 hour' FROM generate_series(1, 20500) n`;
    await purgeExpired();
    expect(await db().rateLimit.count()).toBe(0);
  });
});
