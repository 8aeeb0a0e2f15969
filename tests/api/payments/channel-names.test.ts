import { describe, expect } from "vitest";
import { operations } from "@/app/api/v1/admin/payment-channels/[[...path]]/route";
import { POST as previewOrder } from "@/app/api/v1/guest/orders/preview/route";
import { GET as readConfig } from "@/app/api/v1/public/config/route";
import { db } from "@/lib/db/client";
import { getOrderDetail } from "@/lib/orders/queries";
import type { AdminChannelView } from "@/lib/payments/channels/schema";
import { updateSettings } from "@/lib/settings/update-settings";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { anOrderToPay } from "../../support/builders/payments";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { call } from "../../support/harness/call";
import { byPath } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

const { createChannel, updateChannel } = operations;
const inJapanese = { ja: { name: "テスト決済" } };

type Named = { payment_channels: { name: string }[] };
const namesOf = ({ payment_channels }: Named) => payment_channels.map(({ name }) => name);

async function aNamedChannel(headers: Record<string, string>, gateway: FakeGateway) {
  const { data } = await call<AdminChannelView>(createChannel, "POST", {
    headers,
    body: {
      name: "Test payment",
      provider: "epay",
      is_active: true,
      settings: gateway.settings(),
      translations: inJapanese,
    },
  });
  return data;
}

describe("the name of a payment channel", () => {
  it("is read in each language that it was written in, and in the shop's own in the others", async ({
    gateway,
  }) => {
    const { headers } = await aLoggedInAdmin();
    const made = await aNamedChannel(headers, gateway);
    expect(made.translations).toEqual(inJapanese);
    const changed = await call<AdminChannelView>(updateChannel, "PATCH", {
      headers,
      params: { id: String(made.id) },
      body: { translations: { ru: { name: "Тестовая оплата" }, es: { name: "" } } },
    });
    expect(changed.data.translations).toEqual({ ...inJapanese, ru: { name: "Тестовая оплата" } });

    await updateSettings(await anAdmin(), aClient(), { locales: ["en", "ja", "ru", "es"] });
    const { sku } = await aProduct({ keys: 1 });
    const items = [{ product_id: sku.productId, sku_id: sku.id, quantity: 1 }];
    for (const [lang, name] of [
      ["en", "Test payment"],
      ["ja", "テスト決済"],
      ["ru", "Тестовая оплата"],
      ["es", "Test payment"],
    ]) {
      const config = await call<Named>(readConfig, "GET", { path: `/api/v1/public/config?lang=${lang}` });
      expect(namesOf(config.data), lang).toEqual([name]);
      const preview = await call<Named>(previewOrder, "POST", {
        headers: { "accept-language": String(lang) },
        body: { items, with_payment_channels: true },
      });
      expect(namesOf(preview.data), lang).toEqual([name]);
    }
  });

  it("stands on a paid order in the language of its buyer", async ({ gateway, notify }) => {
    const { headers } = await aLoggedInAdmin();
    const { id } = await aNamedChannel(headers, gateway);
    const { orderId, payment } = await anOrderToPay(id);
    gateway.pay(payment.paymentNo, "9.90");
    await notify(byPath(id), payment.paymentNo);
    for (const [locale, channel] of [
      ["ja", "テスト決済"],
      ["es", "Test payment"],
    ] as const) {
      await db().order.update({ where: { id: orderId }, data: { locale } });
      expect((await getOrderDetail(db(), orderId)).paid_through).toMatchObject({ channel });
    }
  });
});
