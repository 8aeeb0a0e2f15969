import { fork } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTotpSecret, sealTotpSecret } from "@/lib/accounts/totp/totp";
import { openSkuContent } from "@/lib/catalogue/sku-content";
import { seal, sealKeyIds, setHashKey } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { resealValues } from "@/lib/db/sealed/reseal-values";
import { sealedColumns } from "@/lib/db/sealed/sealed-columns";
import { inTransaction } from "@/lib/db/transaction";
import { openDelivery } from "@/lib/fulfillment/delivered-content";
import { openConnectionSecret, sealConnectionSecret } from "@/lib/interconnect/agent/connection-secret";
import { openCallbackBody } from "@/lib/interconnect/main/queue-callbacks";
import { openSiteSecret } from "@/lib/interconnect/main/site-secrets";
import { openMail, sealMail } from "@/lib/notifications/mails/mail-seal";
import { keepFirstAnswer, takeIdempotencyKey } from "@/lib/orders/place/idempotency";
import { openChannelSettings } from "@/lib/payments/channels/channel-account";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { defaultSettings } from "@/lib/settings/defaults";
import { readSettings } from "@/lib/settings/queries";
import {
  openCaptchaSecret,
  openMailPassword,
  sealCaptchaSecret,
  sealMailPassword,
} from "@/lib/settings/sealed-secrets";
import type { StoredMailServer } from "@/lib/settings/types";
import { writeSettings } from "@/lib/settings/write-settings";
import { openSecret } from "@/lib/stock/seal-secret";
import { createGiftCardBatch } from "@/lib/wallet/gift-cards/create-gift-card-batch";
import { openGiftCardCode } from "@/lib/wallet/gift-cards/gift-card-code";
import { createGiftCardBatchBody } from "@/lib/wallet/schema";
import { handlers } from "@/lib/worker/handlers/reseal";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct, aUser, keyOf as cardOf } from "../../support/builders/products";
import { aConnection, aSite } from "../../support/builders/sites";
import { configureKeys, startWith } from "../../support/harness/master-keys";
import { programOf } from "../../support/harness/programs";
import { isLong } from "../../support/harness/tier";

const buyers = isLong ? 100 : 40;
const quietly = async () => undefined;
const resealAll = () => resealValues(60_000, quietly);

/** Which keys sealed what stands in the database now. */
async function keysInUse(): Promise<string[]> {
  const ids = new Set<string>();
  for (const { table, column, read = column } of sealedColumns) {
    const rows = await db().$queryRawUnsafe<{ id: string | null }[]>(
      `SELECT DISTINCT encode(substring(${read} FROM 2 FOR 4), 'hex') AS id FROM ${table}`,
    );
    for (const { id } of rows) if (id) ids.add(id);
  }
  return [...ids];
}

const idempotency = { owner: "user:1", key: "k", paramsHash: new Uint8Array([1]) };

/** One sealed value of each kind, made by its own domain. @returns a reader of all of them */
async function aShopFullOfSecrets() {
  const admin = await anAdmin();
  const { sku } = await aProduct({ keys: 450 });
  const { sku: textSku } = await aProduct({ kind: "text", content: "READ-ME" });
  const order = await anOrder({ sku: textSku });
  await pay(order.orderId);
  const user = await aUser();
  const totp = (owner: "users" | "staff", id: number) =>
    sealTotpSecret({ table: owner, id }, `${owner}-totp`);
  await db().user.update({ where: { id: user.id }, data: { totpSecretSealed: totp("users", user.id) } });
  await db().staff.update({
    where: { id: admin.staffId },
    data: { totpSecretSealed: totp("staff", admin.staffId) },
  });
  const { site, key, secret } = await aSite();
  const connection = await aConnection(
    { key: "main-key", secret: "main-secret", baseUrl: "https://main.example" },
    {
      previousSecretSealed: sealConnectionSecret("main-key", "former-secret"),
    },
  );
  await db().callback.create({
    data: {
      siteId: site.id,
      orderId: order.orderId,
      event: "order.fulfilled",
      orderEventId: 77,
      bodySealed: seal("{}", "callbacks:body_sealed:77:v1"),
    },
  });
  const mail = sealMail("a mail", { text: "text", html: "html" });
  await db().mail.create({ data: { kind: "k", recipient: "r", subject: "s", dedupeKey: "a mail", ...mail } });
  const mailServer: StoredMailServer = {
    host: "smtp.example.com",
    port: 587,
    security: "starttls",
    user: "shop",
    passwordSealed: sealMailPassword("smtp-password"),
    from: "shop@example.com",
  };
  await inTransaction(async (tx) => {
    await takeIdempotencyKey(tx, idempotency);
    await keepFirstAnswer(tx, idempotency, { orderId: order.orderId, guestToken: "guest-token" });
    const captcha = { ...defaultSettings.captcha, secretSealed: sealCaptchaSecret("captcha-secret") };
    await writeSettings(tx, { captcha, mailServer });
  });
  const channelId = await inTransaction((tx) => createTestChannel(tx, { name: "Test", currency: "USD" }));
  await createGiftCardBatch(
    admin,
    aClient(),
    createGiftCardBatchBody.parse({ name: "g", amount: "5", quantity: 1 }),
  );

  return async () => {
    const secrets = await db().secret.findMany({
      where: { skuId: sku.id },
      omit: { contentSealed: false },
      orderBy: { id: "asc" },
    });
    const text = await db().sku.findUniqueOrThrow({
      where: { id: textSku.id },
      omit: { contentSealed: false },
    });
    const fulfillment = await db().fulfillment.findFirstOrThrow({ omit: { contentSealed: false } });
    const omit = { totpSecretSealed: false };
    const person = await db().user.findUniqueOrThrow({ where: { id: user.id }, omit });
    const staff = await db().staff.findUniqueOrThrow({ where: { id: admin.staffId }, omit });
    const signing = await db().siteSigningSecret.findFirstOrThrow({ omit: { secretSealed: false } });
    const main = await db().connection.findUniqueOrThrow({
      where: { id: connection.id },
      omit: { secretSealed: false, previousSecretSealed: false },
    });
    const callback = await db().callback.findFirstOrThrow({ omit: { bodySealed: false } });
    const letter = await db().mail.findFirstOrThrow({
      where: { dedupeKey: "a mail" },
      omit: { textSealed: false, htmlSealed: false },
    });
    const channel = await db().paymentChannel.findUniqueOrThrow({
      where: { id: channelId },
      omit: { configSealed: false },
    });
    const card = await db().giftCard.findFirstOrThrow({ omit: { codeSealed: false, codeHash: false } });
    const none = new Uint8Array();
    expect(secrets.map((row) => openSecret(row.id, row.contentSealed))).toEqual(
      Array.from({ length: 450 }, (_, n) => cardOf(sku.id, n + 1)),
    );
    return {
      text: openSkuContent(text.id, text.contentSealed ?? none),
      delivery: openDelivery(fulfillment.id, fulfillment.contentSealed ?? none),
      totp: openTotpSecret({ table: "users", id: user.id }, person.totpSecretSealed ?? none),
      staffTotp: openTotpSecret({ table: "staff", id: staff.id }, staff.totpSecretSealed ?? none),
      site: openSiteSecret(key, signing.secretSealed) === secret,
      main: openConnectionSecret(main.apiKey, main.secretSealed),
      formerMain: openConnectionSecret(main.apiKey, main.previousSecretSealed ?? none),
      callback: openCallbackBody(77n, callback.bodySealed),
      mail: openMail(letter),
      channel: openChannelSettings(channel.id, channel.configSealed),
      card: openGiftCardCode(card.codeSealed, card.codeHash).length,
      captcha: openCaptchaSecret(await readSettings(db())),
      smtp: openMailPassword((await readSettings(db())).mailServer ?? mailServer),
      token: (await inTransaction((tx) => takeIdempotencyKey(tx, idempotency)))?.guestToken,
    };
  };
}

beforeEach(() => startWith("old"));
afterEach(() => setHashKey(undefined));

describe("sealing everything with a new master key [A23]", () => {
  it("knows every sealed column", async () => {
    const columns = await db().$queryRaw<{ name: string }[]>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%\\_sealed' ORDER BY 1`;
    const known = sealedColumns.filter(({ read }) => !read).map(({ table, column }) => `${table}.${column}`);
    expect(columns.map(({ name }) => name)).toEqual(known.sort());
  });

  it("leaves every value readable, and then without the former key", async () => {
    const readAll = await aShopFullOfSecrets();
    const before = await readAll();
    expect(before).toMatchObject({ text: "READ-ME", delivery: "READ-ME", site: true, token: "guest-token" });
    await startWith("new", ["old"]);
    expect(await resealAll()).toBe(false);
    expect(await keysInUse()).toEqual([sealKeyIds()[0]]);
    await startWith("new");
    expect(await readAll()).toEqual(before);
  });

  it("goes on where a killed process stopped", async () => {
    const { sku } = await aProduct({ keys: 3_000 });
    await startWith("new", ["old"]);
    const child = fork(programOf("reseal-writer"));
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    const stopped = await db().setting.findUniqueOrThrow({ where: { key: "resealing" } });
    expect((stopped.value as { resealed: number }).resealed).toBeLessThan(3_000);
    let resealed = 0;
    await resealValues(60_000, async (_tx, result) => {
      resealed = result.resealed;
    });
    // Nothing was sealed a second time, and nothing was left out.
    expect(resealed).toBe(3_000);
    await startWith("new");
    const rows = await db().secret.findMany({ where: { skuId: sku.id }, omit: { contentSealed: false } });
    expect(new Set(rows.map((row) => openSecret(row.id, row.contentSealed))).size).toBe(3_000);
  });

  it(`keeps out of the way of buyers: ${buyers} orders while it runs, none fails`, async () => {
    const { sku } = await aProduct({ keys: 10 * buyers });
    let isSelling = true;
    const reseal = async () => {
      // To and fro, so that there is no order that it does not run beside.
      for (let turn = 0; isSelling; turn++) {
        await (turn % 2 === 0 ? startWith("new", ["old"]) : startWith("old", ["new"]));
        await resealAll();
      }
      await startWith("new", ["old"]);
      await resealAll();
    };
    const resealing = reseal();
    const orders = await Promise.all(
      Array.from({ length: buyers }, async () => {
        const order = await anOrder({ sku, quantity: 2 });
        await pay(order.orderId);
        return order;
      }),
    );
    isSelling = false;
    await resealing;
    for (const { orderId } of orders) expect((await getOrder(orderId)).status).toBe("delivered");
    expect(await stockOf(sku.id)).toMatchObject({
      counters: { available: 8 * buyers, reserved: 0, sold: 2 * buyers },
    });
    expect(await keysInUse()).toEqual([sealKeyIds()[0]]);
  });

  it("sells the last keys while they are being sealed, without a false sold-out", async () => {
    const { sku } = await aProduct({ keys: 40 });
    await startWith("new", ["old"]);
    const [orders] = await Promise.all([
      Promise.allSettled(Array.from({ length: 40 }, () => anOrder({ sku }))),
      resealAll(),
    ]);
    expect(orders.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("finds what a host with the old key first sealed behind its back", async () => {
    await startWith("new", ["old"]);
    await resealAll();
    const { sku } = await aProduct();
    await startWith("old", ["new"]);
    await inTransaction((tx) =>
      tx.sku.update({
        where: { id: sku.id },
        data: { contentSealed: seal("x", `skus:content:${sku.id}:v1`) },
      }),
    );
    // The next start with the new key first looks again.
    await startWith("new", ["old"]);
    expect(await keysInUse()).toEqual([sealKeyIds()[1]]);
    await resealAll();
    expect(await keysInUse()).toEqual([sealKeyIds()[0]]);
  });

  it("does nothing on a host that does not seal with the newest key", async () => {
    const { sku } = await aProduct({ keys: 3 });
    await startWith("new", ["old"]);
    const newest = sealKeyIds()[0];
    await resealAll();
    // Still running since before the rotation.
    configureKeys("old", ["new"]);
    await resealAll();
    expect(await keysInUse()).toEqual([newest]);
    expect(await stockOf(sku.id)).toMatchObject({ counters: { available: 3 } });
  });

  it("tells the operator once when the former key is not needed, and writes it into the audit log", async () => {
    await aProduct({ keys: 3 });
    await startWith("new", ["old"]);
    await handlers["housekeeping.reseal"]();
    await handlers["housekeeping.reseal"]();
    const [alert, ...more] = await db().alert.findMany();
    expect(alert?.message).toMatch(/former keys can be removed/);
    expect(more).toEqual([]);
    const audit = await db().auditLog.findMany({ where: { action: "master_key.reseal" } });
    expect(audit.map(({ data }) => data)).toEqual([{ resealed: 3, unreadable: 0 }]);
  });

  it("names what cannot be opened, goes on, and keeps the former key", async () => {
    await aProduct({ keys: 3 });
    const [damaged] = await db().secret.findMany({ omit: { contentSealed: false }, orderBy: { id: "asc" } });
    if (!damaged) throw new Error("No key");
    damaged.contentSealed[40] = (damaged.contentSealed[40] ?? 0) ^ 1;
    await db().secret.update({ where: { id: damaged.id }, data: { contentSealed: damaged.contentSealed } });
    await startWith("new", ["old"]);
    await handlers["housekeeping.reseal"]();
    expect((await db().alert.findFirst())?.message).toMatch(/^1 sealed values cannot be opened/);
    expect(await keysInUse()).toHaveLength(2);
    await expect(startWith("new")).rejects.toThrow(/not configured here/);
  });
});
