import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { AppError, notFound } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { inTransaction, type Tx } from "../db/transaction";
import { getAdminChannel } from "./admin-queries";
import { openChannelSettings, writeChannelSettings } from "./channel-account";
import { parseSettings } from "./channel-settings";
import { requireAvailable } from "./create-channel";
import { findProvider } from "./find-provider";
import type { PaymentProvider } from "./provider";
import type { AdminChannelView, UpdateChannelInput } from "./schema";

type Settings = Record<string, unknown>;

const originOf = (url: unknown): string | null =>
  typeof url === "string" && URL.canParse(url) ? new URL(url).origin : null;

/**
 * A stored secret is never shown, so it must not be sent to an address that somebody just typed either: at another origin
 * every secret is asked for again. @throws AppError `malformed` naming the secret
 */
function requireSecretsAnew(
  provider: PaymentProvider,
  { stored, given = {}, settings }: { stored: Settings; given: Settings | undefined; settings: Settings },
): void {
  for (const { key: url } of provider.fields.filter((field) => field.kind === "url")) {
    if (originOf(stored[url]) === originOf(settings[url])) continue;
    const missing = provider.fields.find(
      ({ key, kind }) => kind === "secret" && stored[key] !== undefined && given[key] === undefined,
    );
    if (missing)
      throw new AppError("malformed", "credentials_again", {
        field: `settings.${missing.key}`,
      });
  }
}

/** Stored settings with the given ones over them: a secret that is left out stays, a blank one is refused. */
async function mergedSettings(tx: Tx, id: number, given: Record<string, unknown> | undefined) {
  const row = await tx.paymentChannel.findUniqueOrThrow({ where: { id }, omit: { configSealed: false } });
  const provider = findProvider(row.provider);
  if (!provider) throw new AppError("state_conflict", refusal("provider_gone", { provider: row.provider }));
  const stored = openChannelSettings(id, row.configSealed);
  const settings = parseSettings(provider, { ...stored, ...given }, stored);
  requireSecretsAnew(provider, { stored, given, settings });
  return { row, provider, settings };
}

/** @throws AppError `not_found`, `malformed` */
export async function updateChannel(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: UpdateChannelInput,
): Promise<AdminChannelView> {
  return inTransaction(async (tx) => {
    const [locked] = await tx.$queryRaw<
      { id: number }[]
    >`SELECT id FROM payment_channels WHERE id = ${id} FOR UPDATE`;
    if (!locked) throw notFound("payment_channel");
    const { row, provider, settings } = await mergedSettings(tx, id, input.settings);
    if (input.is_active) await requireAvailable(tx, provider, "is_active");
    const minCents = input.min_amount === undefined ? row.minCents : input.min_amount;
    const maxCents = input.max_amount === undefined ? row.maxCents : input.max_amount;
    if (minCents !== null && maxCents !== null && minCents > maxCents)
      throw new AppError("malformed", "not_below_min_amount", { field: "max_amount" });
    await tx.paymentChannel.update({
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
        testedAt: null,
        testPassed: null,
      },
      select: { id: true },
    });
    await writeChannelSettings(tx, id, settings);
    await recordAudit(tx, actor, client, {
      action: "payment_channel.update",
      target: `payment_channel:${id}`,
      data: {
        changed: [
          ...Object.keys(input),
          ...Object.keys(input.settings ?? {}).map((key) => `settings.${key}`),
        ],
      },
    });
    return getAdminChannel(id, tx);
  });
}
