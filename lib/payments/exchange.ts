import { type Cents, maxCents, stepOf } from "../core/money";
import { exchangeCents, type Rounding, roundings, toRateE8 } from "../core/rate";
import type { Payment } from "../db/generated/client";

/** Units of the channel's currency for one of the shop's. */
export interface Exchange {
  /** As the operator wrote it, without zeros behind. */
  rate: string;
  rateE8: bigint;
  rounding: Rounding;
}

interface StoredRate {
  rate: { toFixed(digits?: number): string } | null;
  rateRounding: string;
}

export const readRounding = (stored: string): Rounding => roundings.find((one) => one === stored) ?? "up";

export const readExchange = ({ rate, rateRounding }: StoredRate): Exchange | null =>
  rate === null
    ? null
    : {
        rate: rate.toFixed(),
        rateE8: toRateE8(rate),
        rounding: readRounding(rateRounding),
      };

interface Account {
  currency: string;
  stepCents?: Cents;
}

/** Smallest step of the sums that an account can be asked for: its currency's smallest amount, or its gateway's own. */
export const stepOfAccount = ({ currency, stepCents }: Account): Cents => stepCents ?? stepOf(currency);

/** Whether money of this currency can be paid over the channel: in the same one, or at a rate. */
export const takesCurrency = (
  channel: { account: Pick<Account, "currency">; exchange: Exchange | null },
  currency: string,
): boolean => channel.account.currency === currency || channel.exchange !== null;

/** Sum in the gateway's own currency; null where it counts in the shop's. */
export function gatewayAmount(
  channel: { account: Account; exchange: Exchange | null },
  { amountCents, currency }: { amountCents: Cents; currency: string },
): { gatewayCents: Cents; gatewayCurrency: string; gatewayRate: string } | null {
  if (channel.account.currency === currency || channel.exchange === null) return null;
  const { rate, rateE8, rounding } = channel.exchange;
  const gatewayCents = exchangeCents(amountCents, rateE8, rounding, stepOfAccount(channel.account));
  return { gatewayCents, gatewayCurrency: channel.account.currency, gatewayRate: rate };
}

/** Whether an account can be asked for this sum. */
export const takesSum = ({ account }: { account: Account }, cents: Cents): boolean =>
  cents > 0n && cents <= maxCents && cents % stepOfAccount(account) === 0n;

/** The sum and currency that the gateway was asked for. Fixed when the payment began: its messages must name them. */
export const askedOf = (
  payment: Pick<Payment, "amountCents" | "currency" | "gatewayCents" | "gatewayCurrency">,
): { amountCents: Cents; currency: string } => ({
  amountCents: payment.gatewayCents ?? payment.amountCents,
  currency: payment.gatewayCurrency ?? payment.currency,
});
