import { getConfig } from "../../config/config";
import { log } from "../../core/process/log";
import { toldOrNull } from "../../core/refusals/told";
import { readTranslations } from "../../core/translations";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import type { ChannelRateSource, GatewayCost, PaymentChannel } from "../../db/generated/client";
import type { Reader } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { notifyPath } from "../events/notification-target";
import { readRounding, takesCurrency } from "../exchange";
import { findProvider } from "../find-provider";
import { offerRules } from "../offers/schema";
import { testGateway } from "../providers/test-gateway/test-gateway";
import { viewRateSource } from "../rates/rate-source";
import { type TestGatewayState, testGatewayState } from "../test-gateway/availability";
import { openChannel, openChannelSettings } from "./channel-account";
import { failuresToTell } from "./channel-health";
import { showSettings } from "./channel-settings";
import { newestCost, viewGatewayCost } from "./gateway-cost";
import type { AdminChannelView } from "./schema";

function readStored(row: PaymentChannel): Record<string, unknown> | null {
  try {
    return openChannelSettings(row.id, row.configSealed);
  } catch {
    log.error({ channel_id: row.id }, "a payment channel's settings cannot be opened");
    return null;
  }
}

type ChannelRow = PaymentChannel & { rateSource: ChannelRateSource | null; costs: GatewayCost[] };
/** Rows that the view of a channel needs beside its own. */
export const besideChannel = { rateSource: true, costs: newestCost } as const;

export async function viewChannel(reader: Reader, row: ChannelRow): Promise<AdminChannelView> {
  const provider = findProvider(row.provider);
  const stored = readStored(row);
  const shown = provider && stored ? showSettings(provider, stored) : { settings: {}, secretsSet: [] };
  const channel = await openChannel(reader, row);
  const isUsable = channel !== null;
  const { currency } = await getSettings();
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    provider_name: provider?.name ?? row.provider,
    interaction: row.interaction,
    icon: row.icon,
    min_amount: row.minCents === null ? null : toMoney(row.minCents),
    max_amount: row.maxCents === null ? null : toMoney(row.maxCents),
    fee_bps: row.feeBps,
    ...viewGatewayCost(row.costs),
    sort_order: row.sortOrder,
    is_active: row.isActive,
    is_usable: isUsable,
    off_because: row.provider === testGateway.code ? await whyOff(reader) : null,
    currency: channel?.account.currency ?? null,
    rate: row.rate?.toFixed() ?? null,
    rate_rounding: readRounding(row.rateRounding),
    rate_source: viewRateSource(row.rateSource),
    is_offered: row.isActive && channel !== null && takesCurrency(channel, currency),
    offer_rules: offerRules.parse(row.offerRules),
    translations: readTranslations(row.translations),
    tested_at: toTimeOrNull(row.testedAt),
    test_passed: row.testPassed,
    ...toldOrNull("test_problem", row.testProblem),
    failing_since: row.failures >= failuresToTell ? toTimeOrNull(row.failingSince) : null,
    ...toldOrNull("last_problem", row.lastProblem),
    last_good_at: toTimeOrNull(row.lastGoodAt),
    is_weak: provider?.isWeak ?? false,
    confirms_by_query: channel?.account.confirmsByQuery ?? false,
    can_be_asked: channel?.account.query !== undefined,
    notify_url: getConfig().server.baseUrl + notifyPath(row.provider, row.id),
    settings: shown.settings,
    secrets_set: shown.secretsSet,
    updated_at: toTime(row.updatedAt),
  };
}

const offWords: Partial<Record<TestGatewayState, AdminChannelView["off_because"]>> = {
  off_own_goods: "own_goods",
  off_in_public: "public_address",
};
const whyOff = async (reader: Reader) => offWords[await testGatewayState(reader)] ?? null;
