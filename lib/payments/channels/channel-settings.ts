import { AppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { parseSettings, splitSecrets } from "../../core/shapes/named-settings";
import type { PaymentProvider } from "../provider";
import { requireGatewayTargets } from "./gateway-targets";

type Settings = Record<string, unknown>;

/** C34: what a channel may be saved with; an address that is stored already stays. @throws AppError `malformed` naming the setting */
export function checkSettings(provider: PaymentProvider, given: Settings, stored: Settings = {}): Settings {
  const known = new Set(provider.fields.map((field) => field.key));
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown)
    throw new AppError("malformed", refusal("not_a_setting", { provider: provider.name }), {
      field: `settings.${unknown}`,
    });
  const settings = parseSettings(provider.settings, given);
  requireGatewayTargets(provider, settings, stored);
  return settings;
}

/** Settings that may be shown: everything but the secrets, and which of those are stored. */
export function showSettings({ fields }: PaymentProvider, stored: Settings) {
  const { shown, secretsSet } = splitSecrets(fields, stored);
  return {
    settings: Object.fromEntries(
      Object.entries(shown).map(([key, value]) => [key, typeof value === "boolean" ? value : String(value)]),
    ),
    secretsSet,
  };
}
