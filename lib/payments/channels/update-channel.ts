import type { AdminActor, ClientInfo } from "../../acts/actor";
import { auditChanges, type Change, changesBetween } from "../../acts/audit-changes";
import { recordAudit } from "../../acts/record-audit";
import { reorderOperation } from "../../acts/reorder-operation";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { requireSecretsAnew } from "../../core/shapes/named-settings";
import { mergeTranslations } from "../../core/translations";
import type { PaymentChannel } from "../../db/generated/client";
import { numberRows } from "../../db/sql-pieces";
import { inTransaction, type Tx } from "../../db/transaction";
import { getAdminChannel } from "../admin-queries";
import { findProvider } from "../find-provider";
import { forgetDistinctions } from "../offers/reader-traits";
import { requireKnown } from "../offers/require-known";
import { offerRules } from "../offers/schema";
import type { PaymentProvider } from "../provider";
import { settleRate } from "../rates/fetch-rate";
import { saveRateSource } from "../rates/rate-source";
import { lockPaymentChannel } from "../sql";
import { openChannelSettings, writeChannelSettings } from "./channel-account";
import { checkSettings } from "./channel-settings";
import { requireAvailable } from "./create-channel";
import { keepGatewayCost } from "./gateway-cost";
import type { AdminChannelView, UpdateChannelInput } from "./schema";

type Settings = Record<string, unknown>;

/** Stored settings with the given ones over them: a secret that is left out stays, a blank one is refused. */
async function mergedSettings(tx: Tx, id: number, given: Record<string, unknown> | undefined) {
  const row = await tx.paymentChannel.findUniqueOrThrow({ where: { id }, omit: { configSealed: false } });
  const provider = findProvider(row.provider);
  if (!provider) throw new AppError("state_conflict", refusal("provider_gone", { provider: row.provider }));
  const stored = openChannelSettings(id, row.configSealed);
  const settings = checkSettings(provider, { ...stored, ...given }, stored);
  requireSecretsAnew(provider.fields, { stored, given: given ?? {}, settings });
  return { row, provider, stored, settings };
}

/** Members that are saved without the gateway's part: a test of before still says what it said. */
const besidesGateway = new Set([
  "offer_rules",
  "rate_source",
  "cost_bps",
  "cost_fixed",
  "translations",
  "seen",
]);

/** Results of tests and calls are no part of what is saved. */
const shownOf = ({
  testedAt: _at,
  testPassed: _passed,
  testProblem: _problem,
  failingSince: _failing,
  failedAt: _failed,
  failures: _failures,
  lastGoodAt: _good,
  lastProblem: _last,
  rate,
  ...rest
}: Omit<PaymentChannel, "configSealed">) => ({
  ...rest,
  rate: rate?.toFixed() ?? null,
});

/** Says of a secret only that it is another one. */
function settingChanges(
  provider: PaymentProvider,
  before: Settings,
  after: Settings,
): Record<string, Change> {
  const secrets = provider.fields.filter(({ kind }) => kind === "secret").map(({ key }) => key);
  const isSame = (key: string) => before[key] === after[key];
  const shown = (settings: Settings) =>
    Object.fromEntries(provider.fields.map(({ key }) => [key, settings[key] ?? null]));
  const changes = changesBetween(shown(before), shown(after), "settings.");
  for (const key of secrets) {
    delete changes[`settings.${key}`];
    if (!isSame(key)) changes[`settings.${key}`] = ["•••", "•••"];
  }
  return changes;
}

/** @throws AppError `not_found`, `malformed` */
export async function updateChannel(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: UpdateChannelInput,
): Promise<AdminChannelView> {
  const changed = await inTransaction(async (tx) => {
    const locked = await lockPaymentChannel(tx, id);
    if (!locked) throw notFound("payment_channel");
    if (input.seen) requireUnchanged(await getAdminChannel(id, tx), input.seen);
    const { row, provider, stored, settings } = await mergedSettings(tx, id, input.settings);
    if (input.is_active) await requireAvailable(tx, provider, "is_active");
    const minCents = input.min_amount === undefined ? row.minCents : input.min_amount;
    const maxCents = input.max_amount === undefined ? row.maxCents : input.max_amount;
    if (minCents !== null && maxCents !== null && minCents > maxCents)
      throw new AppError("malformed", "not_below_min_amount", { field: "max_amount" });
    const rules = offerRules.parse({ ...offerRules.parse(row.offerRules), ...input.offer_rules });
    if (input.offer_rules) await requireKnown(tx, rules);
    const isBesidesGateway = Object.keys(input).every((name) => besidesGateway.has(name));
    const after = await tx.paymentChannel.update({
      where: { id },
      data: {
        name: input.name ?? row.name,
        icon: input.icon === undefined ? row.icon : input.icon,
        interaction: provider.interaction(settings),
        minCents,
        maxCents,
        feeBps: input.fee_bps ?? row.feeBps,
        sortOrder: input.sort_order ?? row.sortOrder,
        rate: input.rate === undefined ? row.rate : input.rate,
        rateRounding: input.rate_rounding ?? row.rateRounding,
        isActive: input.is_active ?? row.isActive,
        offerRules: rules,
        translations: mergeTranslations(row.translations, input.translations),
        ...(isBesidesGateway ? {} : { testedAt: null, testPassed: null, testProblem: null }),
      },
    });
    await writeChannelSettings(tx, id, settings);
    const costChanges = await keepGatewayCost(tx, id, input);
    const sourceChanges = input.rate_source ? await saveRateSource(tx, id, input.rate_source) : {};
    // A rate that a person enters is as fresh as one that was fetched.
    if (input.rate) await settleRate(tx, id);
    await recordAudit(tx, actor, client, {
      action: "payment_channel.update",
      target: `payment_channel:${id}`,
      data: auditChanges({
        ...changesBetween(shownOf(row), shownOf(after)),
        ...settingChanges(provider, stored, settings),
        ...sourceChanges,
        ...costChanges,
      }),
    });
    return getAdminChannel(id, tx);
  });
  forgetDistinctions();
  return changed;
}

export const reorderChannels = reorderOperation("payment_channel", "payment_channels", (tx, ids) =>
  numberRows(tx, "payment_channels", ids),
);
