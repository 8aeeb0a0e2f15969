import { expect, it } from "vitest";
import { POST as pay } from "@/app/api/v1/guest/orders/[order_no]/pay/route";
import * as config from "@/app/api/v1/public/config/route";
import { POST as recharge } from "@/app/api/v1/wallet/recharge/route";
import { db } from "@/lib/db/client";
import { forgetSettings } from "@/lib/settings/queries";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order, readOrder } from "../../support/builders/guest-orders";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";

it("takes no order and no recharge during maintenance, and goes on with what was ordered before", async () => {
  const { sku } = await aProduct({ keys: 2 });
  const channelId = await aChannel({
    gateway_url: "https://pay.example",
    pid: "1",
    key: "k".repeat(32),
    currency: "USD",
  });
  const before = (await order(sku)).data;
  await db().setting.create({ data: { key: "maintenance", value: true } });
  forgetSettings();

  const refused = await order(sku);
  expect([refused.status, refused.json.status_code, refused.headers.get("retry-after")]).toEqual([
    503,
    503,
    "600",
  ]);
  expect(refused.headers.get("x-error-rule")).toBe("maintenance");
  const { token } = await aLoggedInUser();
  const body = { amount: "5.00", payment_channel_id: channelId };
  expect((await call(recharge, "POST", { token, body })).status).toBe(503);
  expect(await db().order.count()).toBe(1);
  expect((await call<{ maintenance: boolean }>(config.GET, "GET")).data.maintenance).toBe(true);

  const { order_no, guest_token } = before;
  expect((await readOrder(order_no, guest_token)).status).toBe(200);
  const paying = await call(pay, "POST", {
    params: { order_no },
    token: guest_token,
    body: { payment_channel_id: channelId },
  });
  expect(paying.status).toBe(200);
});
