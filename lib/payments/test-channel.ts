import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { getConfig } from "../config/config";
import { isLocalShop } from "../config/local-shop";
import { notFound } from "../core/errors";
import { sayRefusal } from "../core/refusals/translate";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { getSettings } from "../settings/queries";
import { type Channel, findChannel } from "./channel-account";
import type { ChannelTest } from "./channels/schema";
import { GatewayError } from "./gateway-request";
import { notifyPath } from "./notification-target";
import type { GatewayAccount } from "./provider";
import { noteChannelTest } from "./sql";

type Step = ChannelTest["steps"][number];

const step = (name: string, passed: boolean, message: string): Step => ({ name, passed, message });

async function probeStep(account: GatewayAccount): Promise<Step> {
  if (!account.probe) return step("gateway", true, sayRefusal("nothing_to_test", "en"));
  try {
    const { passed, message } = await account.probe();
    return step("gateway", passed, message);
  } catch (error) {
    if (error instanceof GatewayError) return step("gateway", false, error.message);
    throw error;
  }
}

function currencyStep({ account, exchange }: Channel, currency: string): Step {
  if (account.currency === currency)
    return step("currency", true, `Shop and gateway both count in ${currency}`);
  return exchange
    ? step("currency", true, `1 ${currency} is ${exchange.rate} ${account.currency} at this channel's rate`)
    : step(
        "currency",
        false,
        `The shop counts in ${currency}, this channel in ${account.currency}: without a rate nobody can pay with it`,
      );
}

/** A gateway elsewhere cannot reach a shop that calls itself localhost. */
function notifyStep(url: string): Step {
  const { protocol } = new URL(url);
  if (isLocalShop())
    return step("notify_url", false, `${url} is only reachable from this machine: set server.base_url`);
  return step("notify_url", true, protocol === "https:" ? url : `${url} (without TLS)`);
}

/** The operator's test button: each step says what is wrong. Asks the gateway; changes nothing. */
export async function testChannel(actor: AdminActor, client: ClientInfo, id: number): Promise<ChannelTest> {
  const row = await db().paymentChannel.findUnique({ where: { id } });
  if (!row) throw notFound("payment_channel");
  const channel = await findChannel(db(), id);
  const steps: Step[] = [];
  if (!channel) {
    steps.push(step("settings", false, "The settings are not complete, or the provider is switched off"));
  } else {
    const { currency } = await getSettings();
    steps.push(step("settings", true, "The settings are complete"));
    steps.push(currencyStep(channel, currency));
    steps.push(await probeStep(channel.account));
    if (channel.provider.code !== "test")
      steps.push(notifyStep(getConfig().server.baseUrl + notifyPath(channel.provider.code, id)));
  }
  const passed = steps.every((one) => one.passed);
  await inTransaction(async (tx) => {
    await noteChannelTest(tx, { id, passed, settingsOf: row.updatedAt });
    await recordAudit(tx, actor, client, {
      action: "payment_channel.test",
      target: `payment_channel:${id}`,
      data: { passed },
    });
  });
  return { passed, steps };
}
