import { describe, expect, it } from "vitest";
import { createRecharge } from "@/lib/checkout/pay/create-recharge";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { resolveAlert } from "@/lib/notifications/alerts/resolve-alert";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { paymentOutlook } from "@/lib/payments/payment-outlook";
import { listOpenChannels } from "@/lib/payments/queries";
import { testGatewayState } from "@/lib/payments/test-gateway/availability";
import { reportTestGateway } from "@/lib/payments/test-gateway/report-state";
import { forgetSettings } from "@/lib/settings/queries";
import { seedSampleShop } from "@/prisma/seed";
import { aClient, anAdmin, aProduct, aUser } from "../../support/builders/products";
import { overrideConfig } from "../../support/harness/test-config";

const state = () => testGatewayState(db());
const providers = async () => (await listOpenChannels()).map((channel) => channel.provider);
const openAlerts = () =>
  db().alert.findMany({ where: { resolvedAt: null }, select: { id: true, kind: true, message: true } });

const local = { testGateway: "null", sampleShop: "true", "server.baseUrl": "http://localhost:8080" };
const publicShop = { ...local, "server.baseUrl": "https://shop.example.com" };

describe("the test gateway without a word in the configuration", () => {
  it("is on for the untouched sample at every local address, and off at others", async () => {
    overrideConfig(local);
    await seedSampleShop();
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      overrideConfig({ ...local, "server.baseUrl": `http://${host}:8080` });
      expect(await state(), host).toBe("on");
    }
    for (const address of [
      "https://shop.example.com",
      "http://192.168.1.5:8080",
      "http://localhost.example.com",
    ]) {
      overrideConfig({ ...local, "server.baseUrl": address });
      expect(await state(), address).toBe("off_in_public");
    }
  });

  it("goes off when the shop gets a product of its own, and says why", async () => {
    overrideConfig(local);
    await seedSampleShop();
    expect(await providers()).toEqual(["test"]);
    expect(await reportTestGateway()).toBeNull();
    expect(await paymentOutlook()).toBe("test_only");
    await aProduct({ keys: 0 });
    expect(await paymentOutlook()).toBe("none");
    overrideConfig({ ...local, testGateway: "true" });
    expect(await paymentOutlook()).toBe("open");
    overrideConfig(local);
    expect(await state()).toBe("off_own_goods");
    expect(await providers()).toEqual([]);
    expect(await reportTestGateway()).toMatch(/goods of its own/);
    expect(await openAlerts()).toMatchObject([{ kind: "test_gateway.off" }]);
  });

  it("goes off when the shop gets a key of its own", async () => {
    overrideConfig(local);
    await seedSampleShop();
    const key = await db().secret.findFirstOrThrow({ omit: { contentSealed: false, contentHash: false } });
    const { id: _, ...copy } = key;
    await db().secret.create({ data: { ...copy, contentHash: new Uint8Array(32), orderItemId: null } });
    expect(await state()).toBe("off_own_goods");
  });

  it("is off in a shop that was never filled with the sample", async () => {
    overrideConfig(local);
    await aProduct({ keys: 1 });
    expect(await state()).toBe("off_own_goods");
    overrideConfig({ ...local, sampleShop: "false" });
    expect(await state()).toBe("off");
  });

  it("counts in the shop's currency, also when that is another one than the sample's", async () => {
    overrideConfig(local);
    await seedSampleShop();
    await db().setting.upsert({
      where: { key: "currency" },
      create: { key: "currency", value: "CNY" },
      update: { value: "CNY" },
    });
    forgetSettings();
    expect(await listOpenChannels()).toMatchObject([
      { provider: "test", currency: "CNY", exchange_rate: null },
    ]);
    await db().paymentChannel.updateMany({ data: { rate: 0.14 } });
    expect(await listOpenChannels()).toMatchObject([
      { provider: "test", currency: "USD", exchange_rate: "0.14" },
    ]);
  });

  it("makes no test channel when the sample is written at a public address", async () => {
    overrideConfig(publicShop);
    await seedSampleShop();
    expect(await db().paymentChannel.count()).toBe(0);
    expect(await reportTestGateway()).toBeNull();
  });

  it("goes off when the address becomes public, and the alert ends with its channel", async () => {
    overrideConfig(local);
    await seedSampleShop();
    overrideConfig(publicShop);
    expect(await providers()).toEqual([]);
    expect(await reportTestGateway()).toMatch(/public address/);
    await db().paymentChannel.updateMany({ data: { isActive: false } });
    expect(await reportTestGateway()).toBeNull();
    expect(await openAlerts()).toEqual([]);
  });
});

describe("the test gateway that the configuration switches on", () => {
  it("raises an alert at a public address that staff cannot resolve, until it is switched off", async () => {
    overrideConfig({ ...publicShop, testGateway: "true" });
    expect(await state()).toBe("on_in_public");
    expect(await reportTestGateway()).toMatch(/every product for nothing/);
    const [alert] = await openAlerts();
    expect(alert).toMatchObject({ kind: "test_gateway.public" });
    await expect(
      resolveAlert(await anAdmin(), alert?.id ?? 0, { areas: ["settings"], locale: "en" }, aClient()),
    ).rejects.toMatchObject({
      kind: "state_conflict",
    });
    expect(await openAlerts()).toHaveLength(1);
    overrideConfig({ ...publicShop, testGateway: "false" });
    expect(await reportTestGateway()).toBeNull();
    expect(await openAlerts()).toEqual([]);
  });

  it("takes recharges at a local address only", async () => {
    const channelId = await inTransaction((tx) => createTestChannel(tx, { name: "Test", currency: "USD" }));
    const { id: userId } = await aUser();
    const actor = { kind: "user", userId } as Parameters<typeof createRecharge>[0];
    const recharge = () => createRecharge(actor, aClient(), { amount: 1000n, payment_channel_id: channelId });
    expect(await recharge()).toMatchObject({ amount: "10.00" });
    overrideConfig({ ...publicShop, testGateway: "true" });
    await expect(recharge()).rejects.toMatchObject({ kind: "malformed", field: "payment_channel_id" });
    expect(await db().recharge.count()).toBe(1);
  });
});
