import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { askForSale } from "../../../catalogue/want-stock";
import { notFound } from "../../../core/errors";
import { baseLocale } from "../../../core/locale";
import { foreignWords } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { toldOf } from "../../../core/refusals/told";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { type Asked, askServer } from "./ask-server";
import { newRequestId, requestBody } from "./request-body";
import { contentOf, type DeliveryTest } from "./schema";
import { newServerSecret } from "./server-secret";

const shownCharacters = 2000;

function resultOf({ outcome }: Asked): Problem {
  if (outcome === "later") return problem("server_answers_later");
  if ("problem" in outcome) return outcome.problem;
  if (outcome.answer.refused !== undefined)
    return problem("server_refuses", { reason: foreignWords(outcome.answer.refused) });
  return problem("buyer_would_get", { content: contentOf(outcome.answer) });
}

/** Asks the option's server as for an order, marked as a test: nothing is kept and nothing is delivered. @throws AppError `not_found` */
export async function tryServer(skuId: number): Promise<DeliveryTest> {
  const sku = await db().sku.findUnique({
    where: { id: skuId },
    select: { name: true, product: { select: { title: true } } },
  });
  if (!sku) throw notFound("option");
  const publicId = newRequestId();
  const body = requestBody(publicId, {
    isTest: true,
    order_no: "TEST",
    item: 1,
    sku_id: skuId,
    product: sku.product.title,
    option: sku.name,
    quantity: 1,
    email: null,
    locale: baseLocale,
    answers: null,
  });
  const asked = await askServer({ skuId, publicId, body });
  return {
    ...toldOf("result", resultOf(asked)),
    http_status: asked.httpStatus,
    latency_ms: asked.latencyMs,
    answer: asked.text.slice(0, shownCharacters),
  };
}

/** Shown once. @throws AppError `not_found` */
export const makeServerSecret = (
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
): Promise<{ secret: string }> =>
  inTransaction(async (tx) => {
    if ((await tx.sku.count({ where: { id: skuId } })) === 0) throw notFound("option");
    const secret = await newServerSecret(tx, skuId);
    await askForSale(tx, { id: skuId });
    await recordAudit(tx, actor, client, { action: "sku.delivery_secret", target: `sku:${skuId}` });
    return { secret };
  });
