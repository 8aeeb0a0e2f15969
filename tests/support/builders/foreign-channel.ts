import { startPayment } from "@/lib/checkout/pay/start-payment";
import type { FakeGateway } from "../fakes/fake-gateway";
import { anOrder } from "./orders";
import { aChannel } from "./payments";
import { aClient, aProduct } from "./products";

/** The shop counts in USD, the gateway in CNY. */
export const aForeignChannel = (
  gateway: FakeGateway,
  data: { rate?: string; rateRounding?: string; feeBps?: number } = {},
) => aChannel(gateway.settings({ currency: "CNY" }), data);

export const anOpenOrder = async (priceCents = 990n) =>
  (await anOrder({ sku: (await aProduct({ keys: 2, priceCents })).sku })).orderId;

export const start = (orderId: number, channelId: number) =>
  startPayment({ orderId, channelId, client: aClient() });
