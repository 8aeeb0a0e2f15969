import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type OwnedStatus, statusWrites } from "../../support/harness/status-writes";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const files = (folder: string, pattern: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith("lib/db/generated/"))
    .sort();

/** Each of these moves along a transition table, in one place: a conditional update whose row count decides. */
const ownedStatuses: readonly OwnedStatus[] = [
  {
    model: "payment",
    table: "payments",
    column: "state",
    writers: ["lib/payments/sql.ts"],
  },
  {
    model: "payment",
    table: "payments",
    column: "disposition",
    writers: ["lib/payments/sql.ts"],
  },
  { model: "secret", table: "secrets", column: "status", writers: ["lib/stock/sql/move-secrets.ts"] },
  {
    model: "couponUse",
    table: "coupon_uses",
    column: "status",
    writers: ["lib/pricing/sql/move-coupon-uses.ts"],
  },
  { model: "license", table: "licenses", column: "status", writers: ["lib/licenses/move-license.ts"] },
  {
    model: "giftCard",
    table: "gift_cards",
    column: "status",
    writers: ["lib/wallet/gift-cards/move-gift-cards.ts"],
  },
  { model: "walletHold", table: "wallet_holds", column: "status", writers: ["lib/wallet/sql/move-holds.ts"] },
  {
    model: "notificationDelivery",
    table: "notification_deliveries",
    column: "status",
    writers: ["lib/notifications/outbound/move-delivery.ts"],
  },
  {
    model: "keyImport",
    table: "key_imports",
    column: "status",
    writers: ["lib/stock/imports/move-import.ts"],
  },
  {
    model: "purchase",
    table: "purchases",
    column: "status",
    writers: ["lib/interconnect/agent/purchases/move.ts"],
  },
  {
    model: "callback",
    table: "callbacks",
    column: "status",
    writers: ["lib/interconnect/main/move-callback.ts"],
  },
  {
    model: "order",
    table: "orders",
    column: "status",
    writers: ["lib/orders/sql/order-change.ts"],
  },
  {
    model: "order",
    table: "orders",
    column: "paymentStatus",
    writers: ["lib/orders/sql/order-change.ts"],
  },
  {
    model: "order",
    table: "orders",
    column: "fulfillmentStatus",
    writers: ["lib/orders/sql/order-change.ts"],
  },
  {
    model: "fulfillment",
    table: "fulfillments",
    column: "status",
    writers: ["lib/orders/sql/order-change.ts"],
  },
  { model: "review", table: "reviews", column: "status", writers: ["lib/orders/sql/reviews.ts"] },
  { model: "refund", table: "refunds", column: "status", writers: ["lib/payments/refunds/move-refund.ts"] },
  {
    model: "moneyRequest",
    table: "money_requests",
    column: "status",
    writers: ["lib/operations/money-requests/move-money-request.ts"],
  },
  {
    model: "recharge",
    table: "recharges",
    column: "status",
    writers: ["lib/wallet/recharges/move-recharge.ts"],
  },
  { model: "mail", table: "mails", column: "status", writers: ["lib/notifications/mails/move-mail.ts"] },
  {
    model: "deliveryRequest",
    table: "delivery_requests",
    column: "status",
    writers: ["lib/fulfillment/kinds/dynamic/move-request.ts"],
  },
  {
    model: "fileVersion",
    table: "file_versions",
    column: "status",
    writers: ["lib/fulfillment/kinds/file/move-version.ts"],
  },
];

/** People set these to any of their values, as other settings: nothing follows a table of moves. */
const chosenStatuses = ["Connection.status", "Product.status", "Site.status", "Staff.status", "User.status"];

describe("the statuses", () => {
  it("change nowhere but in the one file that moves them [C121]", () => {
    // A baseline of the benchmark writes what it is compared with by hand.
    const sources = ["app", "components", "lib", "scripts", "server", "tools"]
      .flatMap((folder) => files(folder, /\.tsx?$/))
      .filter((file) => file !== "tools/bench/baselines.ts");
    expect(sources.flatMap((file) => statusWrites(file, read(file), ownedStatuses))).toEqual([]);
    for (const { writers } of ownedStatuses) {
      for (const file of writers)
        expect(statusWrites(`x/${file}`, read(file), ownedStatuses), file).not.toEqual([]);
    }
  });

  it("each have one file that moves them, or are chosen by people [C121]", () => {
    const statuses = files("prisma/models", /\.prisma$/).flatMap((file) =>
      [...read(file).matchAll(/^model (\w+) \{([^}]*)\}/gm)].flatMap(([, model = "", body = ""]) =>
        [...body.matchAll(/^\s+(\w+)\s+\w*(?:Status|State|Disposition)\??\s/gm)].map(
          ([, column = ""]) => `${model}.${column}`,
        ),
      ),
    );
    const owned = ownedStatuses.map(
      ({ model, column }) => `${model.charAt(0).toUpperCase()}${model.slice(1)}.${column}`,
    );
    expect(statuses.length).toBeGreaterThan(25);
    expect(statuses.filter((status) => !owned.includes(status)).sort()).toEqual(chosenStatuses);
    expect(owned.filter((status) => !statuses.includes(status))).toEqual([]);
  });

  it("are seen where Prisma, Kysely or SQL changes them, and where that cannot be read", () => {
    const status = [{ model: "mail", table: "mails", column: "status", writers: [] }];
    const seen = [
      'tx.mail.updateMany({ where: { id }, data: { status: "sent" } })',
      "tx.mail.update({ where: { id }, data: { attempts: 1, status } })",
      'const data = { status: "sent" } as const; tx.mail.update({ where: { id }, data })',
      "tx.mail.update({ where: { id }, data: changeOf(mail) })",
      'sql.updateTable("mails").set({ status: "sent" }).where("id", "=", id)',
      "tx.$executeRaw`UPDATE mails SET attempts = 1, status = 'sent' WHERE id = 1`",
      "tx.$executeRaw`UPDATE mails m SET (attempts, status) = (1, 'sent')`",
      'sql.updateTable("mails as m").set({ status: "sent" }).where("m.id", "=", id)',
      'sql.updateTable("mails").set((m) => ({ attempts: m("attempts", "+", 1), status: "sent" }))',
      'sql.insertInto("mails").values(row).onConflict((c) => c.column("id").doUpdateSet({ status: "sent" }))',
      'sql.insertInto("mails").values(row).onConflict((c) => c.doUpdateSet((row) => ({ status: "sent" })))',
      'const move = (chain: Update<Tables, "mails">) => chain.set({ status: "sent" })',
      "tx.$executeRaw`INSERT INTO mails (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET status = 'sent'`",
    ];
    for (const text of seen) expect(statusWrites("lib/x.ts", text, status), text).toHaveLength(1);
    const others = [
      'tx.mail.updateMany({ where: { status: "queued" }, data: { attempts: 1 } })',
      "const data = { attempts: 1 }; tx.mail.update({ where: { id }, data })",
      "tx.$queryRaw`UPDATE mails SET attempts = 1 WHERE status = 'queued' RETURNING status`",
      'tx.order.update({ where: { id }, data: { status: "paid" } })',
      'sql.updateTable("orders as o").set({ status: "paid" }).from("mails")',
      'sql.updateTable("mails").set((m) => ({ attempts: m("attempts", "+", 1) })).where("status", "=", "sent")',
      'sql.insertInto("mails").values(row).onConflict((c) => c.column("id").doUpdateSet({ attempts: 1 }))',
      'kept.set("mails", { status: "sent" })',
    ];
    for (const text of others) expect(statusWrites("lib/x.ts", text, status), text).toEqual([]);
  });
});
