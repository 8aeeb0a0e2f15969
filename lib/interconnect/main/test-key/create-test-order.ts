import type { TestSiteActor } from "../../../acts/actor";
import { addSeconds, now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { newOrderNo } from "../../../core/ids";
import { refusal } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import type { SiteTestOrder } from "../../../db/generated/client";
import { isUniqueViolation } from "../../../db/unique-violation";
import { isTextOnly } from "../../../fulfillment/find-fulfiller";
import { checkForm } from "../../../orders/form-answers";
import { quoteOrder } from "../../../pricing/quote-order";
import type { OrderQuoteLine } from "../../../pricing/types";
import { getSettings } from "../../../settings/queries";
import { contentOf } from "../create-site-order";
import type { CreateSiteOrder, SiteOrderCreated } from "../schema";
import { createdView } from "./test-order";

/** As a real order would find it, and nothing is set aside. */
async function requireStock({ skuId, title, quantity }: OrderQuoteLine): Promise<void> {
  const stock = await db().skuStock.findUnique({ where: { skuId } });
  if (stock && (stock.isUnlimited || stock.available >= quantity)) return;
  throw new AppError("insufficient_stock", refusal("sold_out", { title, quantity }));
}

const findEarlier = (siteId: number, downstreamOrderNo: string): Promise<SiteTestOrder | null> =>
  db().siteTestOrder.findUnique({ where: { siteId_downstreamOrderNo: { siteId, downstreamOrderNo } } });

/** The rules of `createSiteOrder` at the agent's own prices; the row is all that is written. */
export async function createTestOrder(
  { siteId }: TestSiteActor,
  request: CreateSiteOrder,
  noteRepeat?: () => void,
): Promise<SiteOrderCreated> {
  const contentHash = contentOf(request);
  const isSame = (order: SiteTestOrder) =>
    Buffer.compare(contentHash, order.contentHash) === 0 &&
    (request.sku_id === null || request.sku_id === order.skuId);
  const again = (order: SiteTestOrder) => {
    if (!isSame(order))
      throw new AppError("state_conflict", "used_with_other_content", { field: "downstream_order_no" });
    noteRepeat?.();
    return createdView(order);
  };
  const earlier = await findEarlier(siteId, request.downstream_order_no);
  if (earlier && isSame(earlier)) return again(earlier);
  const quote = await quoteOrder(db(), {
    lines: [{ productId: request.product_id, skuId: request.sku_id, quantity: request.quantity }],
    buyer: { kind: "site", siteId },
    couponCode: null,
    at: now(),
  });
  const [line] = quote.lines;
  if (!line || quote.lines.some(({ fulfillers }) => !isTextOnly(fulfillers))) throw notFound("option");
  if (earlier) return again(earlier);
  checkForm(line.formFields, request.metadata, "metadata");
  await requireStock(line);
  const { siteOrderExpireMinutes } = await getSettings();
  try {
    const order = await db().siteTestOrder.create({
      data: {
        siteId,
        orderNo: `TEST-${newOrderNo()}`,
        downstreamOrderNo: request.downstream_order_no,
        contentHash,
        productId: line.productId,
        skuId: line.skuId,
        quantity: line.quantity,
        amountCents: quote.amountCents,
        isByHand: line.delivery === "manual",
        expireAt: addSeconds(now(), siteOrderExpireMinutes * 60),
        createdAt: now(),
      },
    });
    return createdView(order);
  } catch (error) {
    if (!isUniqueViolation(error, "site_test_orders_site_id_downstream_order_no_key")) throw error;
    const first = await findEarlier(siteId, request.downstream_order_no);
    if (!first) throw error;
    return again(first);
  }
}
