import { open, seal } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { log } from "../../core/process/log";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import type { PaymentChannel } from "../../db/generated/client";
import type { Reader, Tx } from "../../db/transaction";
import { readSettings } from "../../settings/queries";
import { type Exchange, readExchange } from "../exchange";
import { findProvider, isAvailable } from "../find-provider";
import { type Chooser, offerRefusal } from "../offers/decide-offer";
import { type OfferRules, offerRules } from "../offers/schema";
import type { GatewayAccount, PaymentProvider } from "../provider";
import { findChannelRow } from "../sql";

const aad = (channelId: number) => `payment_channels:config:${channelId}:v1`;

export const sealChannelSettings = (channelId: number, settings: Record<string, unknown>) =>
  seal(JSON.stringify(settings), aad(channelId));

export const openChannelSettings = (channelId: number, sealed: Uint8Array): Record<string, unknown> =>
  JSON.parse(open(sealed, aad(channelId)));

export interface Channel {
  id: number;
  name: string;
  provider: PaymentProvider;
  account: GatewayAccount;
  interaction: "qr" | "redirect" | "form";
  isActive: boolean;
  minCents: bigint | null;
  maxCents: bigint | null;
  feeBps: number;
  offerRules: OfferRules;
  /** Null where it counts in the shop's currency. */
  exchange: Exchange | null;
}

/**
 * A channel that can be used, or `null`: unknown, its provider off, or its settings not valid any more (C34: a blank
 * secret can be neither saved nor used). An inactive one is found too: money on its way to it still has to arrive.
 */
export const findChannel = (reader: Reader, channelId: number): Promise<Channel | null> =>
  reader === db() ? askTogether(channelId) : readChannel(reader, channelId);

const askTogether = batchReads(
  ([channelId]: readonly [number, ...number[]]) => readChannel(db(), channelId),
  String,
);

async function readChannel(reader: Reader, channelId: number): Promise<Channel | null> {
  const row = await findChannelRow(reader, channelId);
  return row ? openChannel(reader, row) : null;
}

interface ChannelRow
  extends Pick<PaymentChannel, "id" | "name" | "provider" | "minCents" | "maxCents" | "feeBps" | "isActive"> {
  configSealed: Uint8Array;
  rate: PaymentChannel["rate"];
  rateRounding: string;
  offerRules: unknown;
}

/** The same of a row that is at hand. */
export async function openChannel(reader: Reader, row: ChannelRow): Promise<Channel | null> {
  const provider = findProvider(row.provider);
  if (!provider || !(await isAvailable(provider, reader))) return null;
  const { id, name, isActive, minCents, maxCents, feeBps } = row;
  try {
    const stored = openChannelSettings(id, row.configSealed);
    const settings =
      provider.countsAsShop && row.rate === null
        ? { ...stored, currency: (await readSettings(reader)).currency }
        : stored;
    const account = provider.connect(settings);
    const interaction = provider.interaction(settings);
    const exchange = readExchange(row);
    const rules = offerRules.parse(row.offerRules);
    return {
      ...{ id, name, provider, account, interaction, isActive, minCents, maxCents, feeBps, exchange },
      offerRules: rules,
    };
  } catch (error) {
    // Only the kind of error: a parser's message may quote what it read.
    log.error(
      { reason: error instanceof Error ? error.name : "unknown", channel_id: id },
      "a payment channel's settings cannot be used",
    );
    return null;
  }
}

/** For a buyer's choice. @throws AppError `malformed` naming the field */
export async function getUsableChannel(
  reader: Reader,
  channelId: number,
  chooser: Chooser,
): Promise<Channel> {
  const channel = await findChannel(reader, channelId);
  const field = "payment_channel_id";
  if (!channel?.isActive) throw new AppError("malformed", "not_a_channel", { field });
  const refused = await offerRefusal(channel.offerRules, chooser);
  if (refused) throw new AppError("malformed", refused, { field });
  return channel;
}

/** Writes settings for a row that exists: the seal is bound to the row's id. */
export async function writeChannelSettings(
  tx: Tx,
  channelId: number,
  settings: Record<string, unknown>,
): Promise<void> {
  await tx.paymentChannel.update({
    where: { id: channelId },
    data: { configSealed: sealChannelSettings(channelId, settings) },
    select: { id: true },
  });
}
