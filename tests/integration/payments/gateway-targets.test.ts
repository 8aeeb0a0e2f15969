import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { diagnose } from "@/lib/operations/checks/diagnose";
import { useResolver } from "@/lib/outgoing/guarded-agent";
import { getAdminChannel } from "@/lib/payments/admin-queries";
import { createChannel } from "@/lib/payments/channels/create-channel";
import { createChannelBody } from "@/lib/payments/channels/schema";
import { testChannel } from "@/lib/payments/channels/test-channel";
import { updateChannel } from "@/lib/payments/channels/update-channel";
import { fetchRate } from "@/lib/payments/rates/fetch-rate";
import { aChannel } from "../../support/builders/payments";
import { aClient, anAdmin } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { overrideConfig } from "../../support/harness/test-config";

let gateway: FakeGateway;
let admin: Awaited<ReturnType<typeof anAdmin>>;

beforeEach(async () => {
  gateway = await FakeGateway.start();
  admin = await anAdmin();
  overrideConfig({ "payments.allowPrivateNetworks": "false" });
});

afterEach(async () => {
  useResolver(null);
  await gateway.stop();
});

const create = (gateway_url: string) =>
  createChannel(
    admin,
    aClient(),
    createChannelBody.parse({
      name: "Alipay",
      provider: "epay",
      settings: gateway.settings({ gateway_url }),
    }),
  );

const probe = async (id: number) =>
  (await testChannel(admin, aClient(), id)).steps.find(({ name }) => name === "gateway");

describe("where a merchant's key may go", () => {
  it.each([
    ["http://pay.example.com/", "must begin with https://"],
    ["https://127.0.0.1/", "must be a public address"],
    ["https://10.0.0.7:8000/", "must be a public address"],
    ["https://169.254.169.254/latest/", "must be a public address"],
    ["https://[::1]/", "must be a public address"],
    ["https://gateway.internal/", "must be a public host name"],
    ["https://user:pass@pay.example.com/", "must not contain a user name or password"],
  ])("is not saved: %s", async (url, message) => {
    await expect(create(url)).rejects.toMatchObject({
      kind: "malformed",
      field: "settings.gateway_url",
      message,
    });
    const id = await aChannel(gateway.settings({ gateway_url: "https://pay.example.com/" }));
    await expect(
      updateChannel(admin, aClient(), id, { settings: { gateway_url: url, key: "again" } }),
    ).rejects.toMatchObject({ field: "settings.gateway_url" });
    expect(await db().paymentChannel.count()).toBe(1);
  });

  it("is not where a rate is fetched either", async () => {
    const id = await aChannel(gateway.settings({ gateway_url: "https://pay.example.com/" }));
    const save = (rate_source: object) => updateChannel(admin, aClient(), id, { rate_source });
    const field = "rate_source.url";
    for (const url of ["http://example.com/rates", "https://127.0.0.1/rates", "https://rates.internal/"])
      await expect(save({ url, path: "rates.CNY" })).rejects.toMatchObject({ kind: "malformed", field });
    await expect(save({ url: "https://example.com" })).rejects.toMatchObject({ field: "rate_source.path" });
    useResolver((_name, done) => done(null, [{ address: "127.0.0.1", family: 4 }]));
    await save({ url: "https://rates.example.com/", path: "rates.CNY" });
    await fetchRate(id);
    expect((await getAdminChannel(id)).rate_source).toMatchObject({ failure: "private_address" });
  });

  it("takes a public address with any port, and a private one where that is allowed", async () => {
    expect((await create("https://pay.example.com:8443/")).settings.gateway_url).toBe(
      "https://pay.example.com:8443/",
    );
    overrideConfig({ "payments.allowPrivateNetworks": "true" });
    expect((await create(gateway.url)).settings.gateway_url).toBe(gateway.url);
  });

  it("does not call a private address that was saved before, names it in the doctor's findings, and lets the channel be switched off", async () => {
    const id = await aChannel(gateway.settings());
    expect(await probe(id)).toMatchObject({
      name: "gateway",
      passed: false,
      message: "The gateway's address is private (payments.allow_private_networks)",
    });
    expect(gateway.queries).toEqual([]);
    expect((await diagnose()).filter(({ check }) => check === "gateway address")).toMatchObject([
      { ok: false, detail: 'of "Test channel" must begin with https://' },
    ]);
    expect(await updateChannel(admin, aClient(), id, { is_active: false })).toMatchObject({
      is_active: false,
    });
    overrideConfig({ "payments.allowPrivateNetworks": "true" });
    expect(await probe(id)).toMatchObject({ passed: true });
  });

  it("does not follow a public name into a private network", async () => {
    useResolver((_, done) => done(null, [{ address: "127.0.0.1", family: 4 }]));
    const { port } = new URL(gateway.url);
    const id = await aChannel(gateway.settings({ gateway_url: `http://pay.example.com:${port}/` }));
    expect(await probe(id)).toMatchObject({ passed: false });
    expect(gateway.queries).toEqual([]);
    overrideConfig({ "payments.allowPrivateNetworks": "true" });
    expect(await probe(id)).toMatchObject({ passed: true });
  });

  it("reaches the built-in test gateway at the shop's own address", async () => {
    overrideConfig({ "server.baseUrl": new URL(gateway.url).origin });
    const id = await aChannel({ currency: "USD" }, { provider: "test" });
    expect(await probe(id)).toMatchObject({
      message: expect.stringMatching(/does not accept this merchant/),
    });
    expect(gateway.queries).toEqual(["query"]);
  });
});
