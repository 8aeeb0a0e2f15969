import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { mergeTranslations } from "../../core/translations";
import { db } from "../../db/client";
import { inTransaction, type Reader } from "../../db/transaction";
import { getAdminChannel } from "../admin-queries";
import { findProvider, isAvailable } from "../find-provider";
import { forgetDistinctions } from "../offers/reader-traits";
import { requireKnown } from "../offers/require-known";
import { offerRules } from "../offers/schema";
import type { PaymentProvider } from "../provider";
import { writeChannelSettings } from "./channel-account";
import { checkSettings } from "./channel-settings";
import { keepGatewayCost } from "./gateway-cost";
import type { AdminChannelView, CreateChannelInput } from "./schema";

/** @throws AppError `malformed` */
export async function requireAvailable(
  reader: Reader,
  provider: PaymentProvider | null,
  field: string,
): Promise<PaymentProvider> {
  if (!provider) throw new AppError("malformed", "not_a_provider", { field });
  if (!(await isAvailable(provider, reader)))
    throw new AppError("malformed", refusal("switched_off", { provider: provider.name }), { field });
  return provider;
}

export async function createChannel(
  actor: AdminActor,
  client: ClientInfo,
  input: CreateChannelInput,
): Promise<AdminChannelView> {
  const provider = await requireAvailable(db(), findProvider(input.provider), "provider");
  const settings = checkSettings(provider, input.settings);
  const rules = offerRules.parse(input.offer_rules);
  const created = await inTransaction(async (tx) => {
    await requireKnown(tx, rules);
    const { id } = await tx.paymentChannel.create({
      data: {
        name: input.name,
        provider: provider.code,
        interaction: provider.interaction(settings),
        icon: input.icon,
        configSealed: new Uint8Array(0),
        minCents: input.min_amount,
        maxCents: input.max_amount,
        feeBps: input.fee_bps,
        sortOrder: input.sort_order,
        rate: input.rate,
        rateRounding: input.rate_rounding,
        isActive: input.is_active,
        offerRules: rules,
        translations: mergeTranslations({}, input.translations),
        createdAt: now(),
        updatedAt: now(),
      },
      select: { id: true },
    });
    // The seal is bound to the row's id, so the row comes first.
    await writeChannelSettings(tx, id, settings);
    await keepGatewayCost(tx, id, input);
    await recordAudit(tx, actor, client, {
      action: "payment_channel.create",
      target: `payment_channel:${id}`,
      data: { name: input.name, provider: provider.code, is_active: input.is_active },
    });
    return getAdminChannel(id, tx);
  });
  forgetDistinctions();
  return created;
}
