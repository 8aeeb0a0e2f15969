import { inLanguage, type Lang } from "../core/translations";
import { toMoney } from "../core/wire";
import { db } from "../db/client";
import type { Reader } from "../db/transaction";
import { getSettings } from "../settings/queries";
import { type Channel, openChannel } from "./channels/channel-account";
import { takesCurrency } from "./exchange";
import { type Chooser, isForEverybody, offerRefusal } from "./offers/decide-offer";
import type { OfferRules } from "./offers/schema";
import type { PaymentChannelView, PaymentView } from "./schema";
import { viewFeeRate, viewPayment } from "./view";

interface Offer {
  view: PaymentChannelView;
  rules: OfferRules;
}

/** In the operator's order: only what can be paid with, in the shop's currency or at a rate. */
async function listOffers(lang: Lang): Promise<Offer[]> {
  const [{ currency }, rows] = await Promise.all([
    getSettings(),
    db().paymentChannel.findMany({
      where: { isActive: true },
      orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
      omit: { configSealed: false },
    }),
  ]);
  const channels = await Promise.all(
    rows.map(async (row) => ({ icon: row.icon, channel: await openChannel(db(), inLanguage(row, lang)) })),
  );
  return channels.flatMap(({ icon, channel }) =>
    channel && takesCurrency(channel, currency)
      ? [{ view: toPaymentChannel(channel, icon, currency), rules: channel.offerRules }]
      : [],
  );
}

/** Lists the channels that a buyer may choose from. */
export async function listPaymentChannels(chooser: Chooser, lang?: Lang): Promise<PaymentChannelView[]> {
  const offers = await listOffers(lang);
  const refusals = await Promise.all(offers.map(({ rules }) => offerRefusal(rules, chooser)));
  return offers.filter((_, index) => refusals[index] === null).map(({ view }) => view);
}

/** Lists the channels that everybody may choose from: the others depend on the buyer and on what is ordered. */
export const listOpenChannels = async (lang?: Lang): Promise<PaymentChannelView[]> =>
  (await listOffers(lang)).filter(({ rules }) => isForEverybody(rules)).map(({ view }) => view);

/** Whether anybody can pay at a gateway, whoever a channel is shown to. */
export const hasOfferedChannel = async (): Promise<boolean> => (await listOfferedProviders()).length > 0;

/** Codes of the gateways that somebody can pay at. */
export const listOfferedProviders = async (): Promise<string[]> =>
  (await listOffers(undefined)).map(({ view }) => view.provider);

const toPaymentChannel = (channel: Channel, icon: string | null, currency: string): PaymentChannelView => ({
  id: channel.id,
  name: channel.name,
  provider: channel.provider.code,
  interaction: channel.interaction,
  icon,
  min_amount: channel.minCents === null ? null : toMoney(channel.minCents),
  max_amount: channel.maxCents === null ? null : toMoney(channel.maxCents),
  fee_rate: viewFeeRate(channel.feeBps),
  currency: channel.account.currency,
  exchange_rate: channel.account.currency === currency ? null : (channel.exchange?.rate ?? null),
});

/** The payment a buyer can still go on with. */
export async function findOpenPayment(
  reader: Reader,
  where: { orderId: number } | { rechargeId: number },
  at: Date,
): Promise<PaymentView | null> {
  const row = await reader.payment.findFirst({
    where: { ...where, state: "pending", expiresAt: { gt: at } },
    orderBy: { id: "desc" },
  });
  return row ? viewPayment(row) : null;
}
