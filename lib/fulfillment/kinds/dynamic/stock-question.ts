import type { z } from "zod";
import { isKeyed } from "../../../catalogue/schema";
import { wantStock } from "../../../catalogue/want-stock";
import { addSeconds, now } from "../../../core/clock";
import { AppError } from "../../../core/errors";
import { randomCode } from "../../../core/ids";
import { log } from "../../../core/process/log";
import { note } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { toTime } from "../../../core/wire";
import { db } from "../../../db/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { endAlert, raiseAlert } from "../../../notifications/alerts/raise-alert";
import { settingsOf } from "../../read-settings";
import {
  countAnswer,
  findUnanswered,
  keepAnswer,
  lockCounter,
  noteSilence,
  type Question,
  stopSale,
  takeQuestion,
  withhold,
} from "../../sql/asked-stock";
import { callServer } from "./call-server";
import { type DynamicSettings, dynamicSettings, stockAnswer, type stockAsked } from "./schema";
import { hasServerSecret } from "./server-secret";

/** Shorter than the shortest time between two questions. */
const totalMs = 10_000;
const silentWaitSeconds = 60;
const slice = 200;

const silentAlertKey = (skuId: number) => `stock.server_silent:${skuId}`;

const findAsked = (skuId: number) =>
  db().sku.findUnique({
    where: { id: skuId },
    select: {
      name: true,
      source: true,
      fulfillers: true,
      fulfillerSettings: true,
      product: { select: { title: true } },
      stock: { select: { isAsked: true } },
    },
  });
type AskedSku = NonNullable<Awaited<ReturnType<typeof findAsked>>>;

/** Asks the server for its units; gives the reason where the answer is no number of them. */
async function askUnits(skuId: number, { name, product }: AskedSku, { url }: DynamicSettings) {
  const id = `stk_${randomCode(24)}`;
  const data = { sku_id: skuId, product: product.title, option: name };
  const asked = { type: "stock.asked", timestamp: toTime(now()), data } satisfies z.input<typeof stockAsked>;
  const body = JSON.stringify(asked);
  const called = await callServer({ skuId, url, id, body, totalMs });
  if ("problem" in called) return called;
  if (called.json === undefined) return { problem: problem("server_answered", { status: called.status }) };
  const parsed = stockAnswer.safeParse(called.json);
  return parsed.success ? parsed.data : { problem: problem("server_answer_no_count") };
}

const take = (question: Question, answer: number, settings: DynamicSettings): Promise<void> =>
  inTransaction(async (tx) => {
    const { skuId } = question;
    await lockCounter(tx, skuId);
    const keptUntil = addSeconds(now(), settings.stock_keep_minutes * 60);
    if (!(await keepAnswer(tx, question, { answer, keptUntil }))) return;
    await endAlert(tx, silentAlertKey(skuId));
    if (await countAnswer(tx, skuId))
      await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
  });

const beSilent = (
  question: Question,
  reason: Problem,
  { name, product }: AskedSku,
  settings: DynamicSettings,
): Promise<void> =>
  inTransaction(async (tx) => {
    const { skuId } = question;
    await lockCounter(tx, skuId);
    const next = addSeconds(now(), silentWaitSeconds);
    if (!(await noteSilence(tx, question, { problem: note(reason), next }))) return;
    await raiseAlert(tx, {
      kind: "stock.server_silent",
      data: { title: product.title, sku: name, reason },
      reference: `sku:${skuId}`,
      dedupeKey: silentAlertKey(skuId),
    });
    if (settings.stock_when_silent === "stop") await stopSale(tx, skuId);
  });

/**
 * Asks the seller's server how many units of an option there are, at most once in the time that the option says, by whichever
 * process comes first. A server that is silent changes nothing until the last answer is too old.
 */
export async function askStock(skuId: number): Promise<void> {
  const sku = await findAsked(skuId);
  if (sku?.source !== "local" || !sku.stock?.isAsked || !sku.fulfillers.includes("dynamic")) return;
  const settings = dynamicSettings.safeParse(settingsOf(sku.fulfillerSettings, "dynamic"));
  if (!settings.success) return log.warn({ skuId }, "the settings of a delivery server cannot be read");
  // An answer that is too old by then is asked for anew, however seldom the server wants to be asked.
  const seconds = Math.min(settings.data.stock_seconds, settings.data.stock_keep_minutes * 60);
  // It could not be signed. The secret, once it is made, asks at once.
  if (!(await hasServerSecret(skuId))) return;
  const question = await takeQuestion(db(), skuId, addSeconds(now(), seconds));
  if (!question) return;
  const said = await askUnits(skuId, sku, settings.data).catch((error: unknown) => {
    log.error({ error, skuId }, "the question for an option's stock could not be sent");
    return { problem: problem("question_not_sent") };
  });
  if ("problem" in said) await beSilent(question, said.problem, sku, settings.data);
  else await take(question, said.stock, settings.data);
}

/** So that nobody is shown for long what nobody looked at. */
export async function sweepQuestions(): Promise<void> {
  const due = await findUnanswered(db(), slice);
  if (due.length === 0) return;
  await inTransaction(async (tx) => {
    for (const { skuId } of due) await wantStock(tx, skuId);
  });
}

/** The server has just refused so many units: what it said before is not true any more, and they are not sold again on it. */
export async function askAnew(tx: Tx, skuId: number, quantity: number): Promise<void> {
  await withhold(tx, skuId, quantity);
  const { count } = await tx.askedStock.updateMany({ where: { skuId }, data: { nextAskAt: now() } });
  if (count > 0) await wantStock(tx, skuId);
}

/** The settings were saved, or taken off the option. Until a server's first answer nothing is sold. @throws AppError `malformed` */
export async function changeStockQuestion(
  tx: Tx,
  skuId: number,
  settings: DynamicSettings | null,
  { isNewServer = true } = {},
): Promise<void> {
  await lockCounter(tx, skuId);
  if (settings?.stock !== "question") {
    await tx.skuStock.updateMany({ where: { skuId, isAsked: true }, data: { isAsked: false } });
    const { count } = await tx.askedStock.deleteMany({ where: { skuId } });
    if (count > 0) await endAlert(tx, silentAlertKey(skuId));
    return;
  }
  const { product } = await tx.sku.findUniqueOrThrow({
    where: { id: skuId },
    select: { product: { select: { autoSecretKind: true } } },
  });
  if (isKeyed(product.autoSecretKind))
    throw new AppError("malformed", "counted_from_keys", { field: "settings.dynamic.stock" });
  await tx.askedStock.upsert({
    where: { skuId },
    create: { skuId, nextAskAt: now(), keptUntil: now() },
    // A late answer of the server of before is not taken for one of this server.
    update: {
      nextAskAt: now(),
      number: { increment: 1 },
      ...(isNewServer ? { answer: null, answeredAt: null, keptUntil: now(), lastError: null } : {}),
    },
  });
  await wantStock(tx, skuId);
  if (isNewServer) await stopSale(tx, skuId);
  await tx.skuStock.updateMany({
    where: { skuId, isAsked: false },
    data: { isAsked: true, isUnlimited: false, available: 0, changedAt: now() },
  });
}
