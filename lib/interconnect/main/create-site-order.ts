import { actorName, type ClientInfo, type SiteActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { AppError, isAppError, notFound } from "../../core/errors";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { isTextOnly } from "../../fulfillment/find-fulfiller";
import { closeOrder } from "../../orders/close-order";
import { checkForm } from "../../orders/form-answers";
import { createOrder } from "../../orders/place/create-order";
import type { UpstreamSource } from "../../orders/place/upstream-source";
import { quoteOrder } from "../../pricing/quote-order";
import { getSettings } from "../../settings/queries";
import { canonicalJson } from "../canonical-json";
import { isOversize, oversize } from "./refuse-oversize";
import type { CreateSiteOrder, SiteOrderCreated } from "./schema";
import { findSiteOrder } from "./sql/site-orders";
import { besideSiteOrder } from "./sql/sites";

/** Identifies the content of a request. The SKU is left out: a product with one SKU may be ordered with or without naming it. */
export const contentOf = ({ product_id, quantity, customer_email, metadata }: CreateSiteOrder) =>
  sha256(canonicalJson({ product_id, quantity, customer_email, metadata }));

const shortUpstream = "upstream";
const tooLong = "size";

interface Earlier {
  isSame: boolean;
  isShort: boolean;
  isTooLong: boolean;
  answer: SiteOrderCreated;
}

async function findEarlier(actor: SiteActor, request: CreateSiteOrder): Promise<Earlier | null> {
  const order = await findSiteOrder(db(), {
    siteId: actor.siteId,
    downstreamOrderNo: request.downstream_order_no,
  });
  if (!order) return null;
  const isSameSku = request.sku_id === null || order.skuId === request.sku_id;
  return {
    isSame: isSameSku && order.contentHash.equals(contentOf(request)),
    isShort: order.canceledBy.includes(shortUpstream),
    isTooLong: order.canceledBy.includes(tooLong),
    answer: {
      upstream_order_no: order.orderNo,
      amount: toMoney(order.amountCents),
      expire_at: toTime(order.expireAt),
      status: order.status,
    },
  };
}

function answerAgain(earlier: Earlier): SiteOrderCreated {
  if (!earlier.isSame) {
    throw new AppError("state_conflict", "used_with_other_content", {
      field: "downstream_order_no",
    });
  }
  // Its reservation failed upstream; answering the canceled order would promise goods that are not reserved.
  if (earlier.isShort) throw new AppError("insufficient_stock", "stock_short");
  if (earlier.isTooLong) throw oversize();
  return earlier.answer;
}

/** A chain of sites: what we buy further up is reserved there before we promise it (C64). */
async function reserveUpstream(upstream: UpstreamSource, orderId: number): Promise<void> {
  try {
    await upstream.place(orderId);
  } catch (error) {
    if (isAppError(error, "insufficient_stock")) {
      await inTransaction((tx) => closeOrder(tx, orderId, "canceled", shortUpstream));
    }
    throw error;
  }
}

/** C78: what cannot be answered is not sold. */
async function refuseOversize(orderId: number, quantity: number): Promise<void> {
  if (!(await isOversize(db(), orderId, quantity))) return;
  await inTransaction((tx) => closeOrder(tx, orderId, "canceled", tooLong));
  throw oversize();
}

/**
 * C44: reserves stock for an agent's order. The agent's number makes it happen once: the same content again is the same
 * order, other content a conflict, also when both come at the same moment.
 * @throws AppError `not_found`, `malformed`, `form_invalid`, `state_conflict`, `insufficient_stock`
 */
export async function createSiteOrder(
  actor: SiteActor,
  request: CreateSiteOrder,
  context: { client: ClientInfo; upstream: UpstreamSource; noteRepeat?: () => void },
): Promise<SiteOrderCreated> {
  const { siteId } = actor;
  const earlier = await findEarlier(actor, request);
  if (earlier?.isSame) {
    context.noteRepeat?.();
    return answerAgain(earlier);
  }
  // The precedence of C5: an unknown product is 4004 also for a number that was used before.
  const quote = await quoteOrder(db(), {
    lines: [{ productId: request.product_id, skuId: request.sku_id, quantity: request.quantity }],
    buyer: { kind: "site", siteId },
    couponCode: null,
    at: now(),
  });
  if (quote.lines.some(({ fulfillers }) => !isTextOnly(fulfillers))) throw notFound("option");
  if (earlier) return answerAgain(earlier);
  const { siteOrderExpireMinutes } = await getSettings();
  try {
    const { orderId } = await createOrder({
      buyer: { kind: "site", siteId, email: null, ip: context.client.ip },
      quote,
      forms: quote.lines.map((line) => checkForm(line.formFields, request.metadata, "metadata")),
      locale: await context.client.readLocale(),
      expireMinutes: siteOrderExpireMinutes,
      useBalance: false,
      idempotency: null,
      actor: actorName(actor),
      beside: besideSiteOrder({
        siteId,
        downstreamOrderNo: request.downstream_order_no,
        contentHash: contentOf(request),
        customerEmail: request.customer_email,
        metadata: JSON.stringify(request.metadata),
      }),
    });
    await refuseOversize(orderId, request.quantity);
    if (quote.lines.some((line) => line.source === "upstream"))
      await reserveUpstream(context.upstream, orderId);
  } catch (error) {
    // The same request came twice at once, and the other one was first.
    if (!isUniqueViolation(error, "site_orders_site_id_downstream_order_no_key")) throw error;
    context.noteRepeat?.();
  }
  const created = await findEarlier(actor, request);
  if (!created) throw new Error("The order that was just made is gone");
  return answerAgain(created);
}
