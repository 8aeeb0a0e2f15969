import { AppError } from "../../core/errors";
import { readIssue } from "../../core/refusals/read-issue";
import { refusal } from "../../core/refusals/refusal";
import type { PaymentProvider } from "../provider";
import { requireGatewayTargets } from "./gateway-targets";

type Settings = Record<string, unknown>;

const secretKeys = (provider: PaymentProvider) =>
  provider.fields.filter((field) => field.kind === "secret").map((field) => field.key);

/** C34: what a channel may be saved with; an address that is stored already stays. @throws AppError `malformed` naming the setting */
export function parseSettings(provider: PaymentProvider, given: Settings, stored: Settings = {}): Settings {
  const known = new Set(provider.fields.map((field) => field.key));
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown)
    throw new AppError("malformed", refusal("not_a_setting", { provider: provider.name }), {
      field: `settings.${unknown}`,
    });
  const parsed = provider.settings.safeParse(given);
  if (parsed.success) {
    requireGatewayTargets(provider, parsed.data, stored);
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  throw new AppError("malformed", readIssue(issue), {
    field: ["settings", ...(issue?.path ?? [])].map(String).join("."),
  });
}

/** Settings that may be shown: everything but the secrets, and which of those are stored. */
export function showSettings(provider: PaymentProvider, stored: Settings) {
  const secrets = secretKeys(provider);
  const shown = Object.entries(stored).filter(([key]) => !secrets.includes(key));
  return {
    settings: Object.fromEntries(
      shown.map(([key, value]) => [key, typeof value === "boolean" ? value : String(value)] as const),
    ),
    secretsSet: secrets.filter((key) => typeof stored[key] === "string" && stored[key] !== ""),
  };
}
