import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import type { PlainRule } from "../../core/refusals/refusal";
import { sayRefusal } from "../../core/refusals/translate";
import type { Reader } from "../../db/transaction";
import { checkTarget, targetRules } from "../../outgoing/public-address";
import { findProvider } from "../find-provider";
import type { PaymentProvider } from "../provider";
import { openChannelSettings } from "./channel-account";

type Settings = Readonly<Record<string, unknown>>;

/** Why a channel's secret must not be sent to this address, or null. */
function refusalOf(url: unknown): PlainRule | null {
  if (typeof url !== "string" || url === "") return null;
  const target = checkTarget(url, getConfig().payments.allowPrivateNetworks, {
    anyPort: true,
    needsTls: true,
  });
  return "refusal" in target ? targetRules[target.refusal] : null;
}

const addresses = ({ fields }: PaymentProvider): string[] =>
  fields.filter(({ kind }) => kind === "url").map(({ key }) => key);

/** An address that was saved before stays, so that the rest of its channel can still be changed. @throws AppError `malformed` */
export function requireGatewayTargets(provider: PaymentProvider, settings: Settings, stored: Settings): void {
  for (const key of addresses(provider)) {
    const refusal = settings[key] === stored[key] ? null : refusalOf(settings[key]);
    if (refusal) throw new AppError("malformed", refusal, { field: `settings.${key}` });
  }
}

/** Holds the source of a price to the rules of a gateway that takes money. @throws AppError `malformed` */
export function requireRateTarget(url: string): void {
  const refusal = refusalOf(url);
  if (refusal) throw new AppError("malformed", refusal, { field: "rate_source.url" });
}

/** Channels that are on and whose address would not be saved today. */
export async function findRefusedGateways(reader: Reader): Promise<{ name: string; refusal: string }[]> {
  const rows = await reader.paymentChannel.findMany({
    where: { isActive: true },
    orderBy: { id: "asc" },
    omit: { configSealed: false },
  });
  return rows.flatMap(({ id, name, provider: code, configSealed }) => {
    const provider = findProvider(code);
    if (!provider) return [];
    const settings = openChannelSettings(id, configSealed);
    const refusals = addresses(provider).map((key) => refusalOf(settings[key]));
    return refusals.flatMap((refusal) => (refusal ? [{ name, refusal: sayRefusal(refusal, "en") }] : []));
  });
}
