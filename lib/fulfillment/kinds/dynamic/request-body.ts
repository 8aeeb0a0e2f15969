import type { z } from "zod";
import { wantStock } from "../../../catalogue/want-stock";
import { addSeconds, now } from "../../../core/clock";
import { open, seal } from "../../../core/crypto";
import { randomCode } from "../../../core/ids";
import { toTime } from "../../../core/wire";
import type { Tx } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import type { DeliverableItem } from "../../fulfiller";
import { settingsOf } from "../../read-settings";
import { type deliveryRequested, dynamicSettings } from "./schema";

const bodyAad = (publicId: string) => `delivery_requests:body:${publicId}:v1`;
/** Where the beginning of an answer is sealed. */
export const attemptAad = (id: number) => `delivery_attempts:answer:${id}:v1`;
export const openBody = (publicId: string, sealed: Uint8Array) => open(sealed, bodyAad(publicId));

type Body = z.input<typeof deliveryRequested>;
type Asked = Omit<Body["data"], "request_id" | "test"> & { isTest: boolean };

export const newRequestId = () => `dlv_${randomCode(24)}`;

/** Makes the body of a call to the server. */
export const requestBody = (publicId: string, { isTest, ...asked }: Asked): string =>
  JSON.stringify({
    type: "delivery.requested",
    timestamp: toTime(now()),
    data: { request_id: publicId, test: isTest, ...asked },
  } satisfies Body);

/** Asks for one item, in the transaction of its payment: the job that sends it exists when, and only when, that commits. */
export async function createRequest(tx: Tx, item: DeliverableItem): Promise<void> {
  const sku = await tx.sku.findUnique({ where: { id: item.skuId }, select: { fulfillerSettings: true } });
  const settings = dynamicSettings.safeParse(settingsOf(sku?.fulfillerSettings, "dynamic"));
  const row = await tx.orderItem.findUniqueOrThrow({
    where: { id: item.id },
    select: {
      position: true,
      title: true,
      skuName: true,
      form: true,
      order: { select: { orderNo: true, email: true, locale: true } },
    },
  });
  const publicId = newRequestId();
  const body = requestBody(publicId, {
    isTest: false,
    order_no: row.order.orderNo,
    item: row.position,
    sku_id: item.skuId,
    product: row.title,
    option: row.skuName,
    quantity: item.quantity,
    email: row.order.email,
    locale: row.order.locale,
    answers: row.form,
  });
  const minutes = settings.data?.timeout_minutes ?? 1440;
  const { id: requestId } = await tx.deliveryRequest.create({
    data: {
      publicId,
      orderItemId: item.id,
      skuId: item.skuId,
      bodySealed: seal(body, bodyAad(publicId)),
      nextAttemptAt: now(),
      deadlineAt: addSeconds(now(), minutes * 60),
      createdAt: now(),
    },
  });
  if (settings.data?.stock === "question") await wantStock(tx, item.skuId);
  await enqueue(tx, "delivery.ask", { requestId }, { jobKey: `delivery.ask:${requestId}` });
}
