import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { getConfig } from "../../config/config";
import { isLocalShop } from "../../config/local-shop";
import { notFound } from "../../core/errors";
import { note } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
import { toldOf } from "../../core/refusals/told";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { notifyPath } from "../events/notification-target";
import { findProvider, isAvailable } from "../find-provider";
import { GatewayError } from "../gateway-request";
import type { GatewayAccount, Probed } from "../provider";
import { noteChannelTest } from "../sql";
import { type Channel, findChannel } from "./channel-account";
import { noteFailedGateway, noteGoodGateway, tellOfFailing } from "./channel-health";
import type { ChannelTest } from "./schema";

type Step = ChannelTest["steps"][number];

const step = (name: string, passed: boolean, told: Problem): Step => ({
  name,
  passed,
  ...toldOf("message", told),
});

async function probe({ probe: ask }: GatewayAccount): Promise<Probed> {
  if (!ask) return { passed: true, told: problem("nothing_to_test") };
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GatewayError) return { passed: false, told: error.problem };
    throw error;
  }
}

function currencyStep({ account, exchange }: Channel, currency: string): Step {
  if (account.currency === currency) return step("currency", true, problem("same_currency", { currency }));
  const other = account.currency;
  return exchange
    ? step("currency", true, problem("currency_at_rate", { currency, rate: String(exchange.rate), other }))
    : step("currency", false, problem("currency_without_rate", { currency, other }));
}

/** A gateway elsewhere cannot reach a shop that calls itself localhost. */
function notifyStep(url: string): Step {
  const { protocol } = new URL(url);
  if (isLocalShop()) return step("notify_url", false, problem("address_only_local", { url }));
  return step(
    "notify_url",
    true,
    protocol === "https:" ? problem("text", { text: url }) : problem("address_without_tls", { url }),
  );
}

/** Asks the gateway with the settings as they are and keeps what came; changes nothing else. */
async function tryChannel(row: { id: number; updatedAt: Date }): Promise<ChannelTest> {
  const { id } = row;
  const channel = await findChannel(db(), id);
  const steps: Step[] = [];
  if (!channel) {
    steps.push(step("settings", false, problem("settings_incomplete")));
  } else {
    const { currency } = await getSettings();
    steps.push(step("settings", true, problem("settings_complete")));
    steps.push(currencyStep(channel, currency));
    const { passed, told } = await probe(channel.account);
    steps.push(step("gateway", passed, told));
    if (channel.account.probe) await (passed ? noteGoodGateway(id) : noteFailedGateway(id, told));
    if (channel.provider.code !== "test")
      steps.push(notifyStep(getConfig().server.baseUrl + notifyPath(channel.provider.code, id)));
  }
  const failed = steps.find((one) => !one.passed);
  await noteChannelTest(db(), {
    id,
    problem: failed ? note(failed.message_rule) : null,
    settingsOf: row.updatedAt,
  });
  return { passed: !failed, steps };
}

/** The operator's test button: each step says what is wrong. */
export async function testChannel(actor: AdminActor, client: ClientInfo, id: number): Promise<ChannelTest> {
  const row = await db().paymentChannel.findUnique({ where: { id }, select: { id: true, updatedAt: true } });
  if (!row) throw notFound("payment_channel");
  const test = await tryChannel(row);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "payment_channel.test",
      target: `payment_channel:${id}`,
      data: { passed: test.passed },
    }),
  );
  return test;
}

/** Once a night: a key that was changed at the gateway is found before a buyer finds it. */
export async function testActiveChannels(): Promise<void> {
  const rows = await db().paymentChannel.findMany({
    where: { isActive: true },
    select: { id: true, name: true, provider: true, updatedAt: true },
    orderBy: { id: "asc" },
  });
  for (const { name, provider, ...row } of rows) {
    const found = findProvider(provider);
    // A channel that is switched off on purpose is not broken.
    if (!found || !(await isAvailable(found, db()))) continue;
    const { steps } = await tryChannel(row);
    // A shop that only this machine reaches was told so when the channel was made.
    const failed = steps.find((one) => !one.passed && one.name !== "notify_url");
    if (failed) await tellOfFailing({ id: row.id, name }, failed.message_rule);
  }
}
