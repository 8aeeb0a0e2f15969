import * as pathForm from "@/app/api/v1/payments/callback/[provider]/[id]/route";
import * as queryForm from "@/app/api/v1/payments/callback/route";
import { db } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/caller/client-info";
import type { FakeGateway, NotifyOptions } from "../fakes/fake-gateway";

type Handlers = Pick<typeof queryForm, "GET" | "POST">;

export const callbackBase = "http://localhost:8080/api/v1/payments/callback";
export const byPath = (channelId: number) => `${callbackBase}/epay/${channelId}`;
export const byQuery = (channelId: number) => `${callbackBase}?provider=epay&id=${channelId}`;

/** A gateway's message, handed to the route as Next would hand it over. */
export async function deliver(url: string, init: RequestInit = {}) {
  const address = new URL(url);
  const path = /^\/api\/v1\/payments\/callback\/([^/]+)\/([^/]+)$/.exec(address.pathname);
  const request = new Request(address, {
    ...init,
    headers: { [peerHeader]: "198.51.100.9", ...(init.headers as Record<string, string>) },
  });
  const handlers: Handlers = path ? pathForm : queryForm;
  const params = { provider: path?.[1] ?? "", id: path?.[2] ?? "" };
  const response = await handlers[request.method === "POST" ? "POST" : "GET"](request, {
    params: Promise.resolve(params),
  });
  return { status: response.status, body: await response.text(), type: response.headers.get("content-type") };
}

/** Sends this gateway's notification of a payment to this address. */
export const notifier =
  (gateway: FakeGateway) =>
  async (address: string, paymentNo: string, options: NotifyOptions = {}) => {
    const { url, init } = gateway.message(address, paymentNo, options);
    return deliver(url, init);
  };

export const accepted = { status: 200, body: "success", type: "text/plain; charset=utf-8" };
export const refused = { status: 400, body: "fail", type: "text/plain; charset=utf-8" };

export async function stateOf(orderId: number): Promise<string> {
  const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  return `${order.paymentStatus}/${order.fulfillmentStatus}`;
}

export const paymentEvents = () => db().paymentEvent.findMany({ orderBy: { id: "asc" } });
