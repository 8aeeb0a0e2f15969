import { db } from "@/lib/db/client";
import { queueCallbacks } from "@/lib/interconnect/main/queue-callbacks";
import { sendCallback } from "@/lib/interconnect/main/send-callback";
import { anOrderBody, aPaidBody, mainSite } from "../fakes/main-site";
import type { aSite } from "./sites";

/** A paid and delivered order of an agent whose callback is queued, as the worker does it. */
export async function aDeliveredOrder(
  agent: Awaited<ReturnType<typeof aSite>>,
  sku: { id: number; productId: number },
) {
  const main = mainSite(agent);
  const body = anOrderBody(sku);
  const created = (await main.create(body)).data;
  await main.pay(created.upstream_order_no, aPaidBody(created.amount));
  const order = await db().order.findUniqueOrThrow({ where: { orderNo: created.upstream_order_no } });
  await queueCallbacks(order.id);
  return { order, downstreamOrderNo: String(body.downstream_order_no) };
}

export const callbacksOf = (orderId: number) =>
  db().callback.findMany({
    where: { orderId },
    orderBy: { id: "asc" },
    include: { attempts: { orderBy: { id: "asc" } } },
  });

/** Tries every callback that is due, as the jobs do. */
export async function sendDue(): Promise<void> {
  for (const { id } of await db().callback.findMany({ where: { status: "pending" }, orderBy: { id: "asc" } }))
    await sendCallback(id);
}
