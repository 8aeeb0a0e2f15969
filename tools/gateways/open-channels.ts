import type { AdminActor, ClientInfo } from "@/lib/acts/actor";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { writeChannelSettings } from "@/lib/payments/channels/channel-account";
import { checkSettings } from "@/lib/payments/channels/channel-settings";
import { createChannel } from "@/lib/payments/channels/create-channel";
import { createChannelBody } from "@/lib/payments/channels/schema";
import { findProvider } from "@/lib/payments/find-provider";

export interface OfferedChannel {
  code: string;
  name: string;
  rate?: string | undefined;
  settings: Record<string, string | boolean>;
}

/** The gateways have other addresses and keys at each start: a channel that is there gets the new ones. */
async function openChannel(
  owner: AdminActor,
  client: ClientInfo,
  { code, name, rate, settings }: OfferedChannel,
): Promise<number> {
  const known = await db().paymentChannel.findFirst({ where: { provider: code, name } });
  const provider = findProvider(code);
  if (known && provider) {
    const parsed = checkSettings(provider, settings);
    await inTransaction((tx) => writeChannelSettings(tx, known.id, parsed));
    return known.id;
  }
  const input = createChannelBody.parse({ name, provider: code, is_active: true, rate, settings });
  return (await createChannel(owner, client, input)).id;
}

/** A channel for each, in their order. @returns the ids by the provider's code */
export async function openChannels(
  owner: AdminActor,
  client: ClientInfo,
  offers: readonly OfferedChannel[],
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const offer of offers) ids[offer.code] = await openChannel(owner, client, offer);
  return ids;
}
