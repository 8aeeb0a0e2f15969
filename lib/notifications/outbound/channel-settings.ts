import { z } from "zod";
import { open, seal } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { parseSettings, requireSecretsAnew, splitSecrets } from "../../core/shapes/named-settings";
import type { Tx } from "../../db/transaction";
import type { findProvider } from "./find-provider";

type Provider = NonNullable<ReturnType<typeof findProvider>>;
export type ChannelSettings = Record<string, string>;

const aad = (channelId: number) => `notification_channels:settings:${channelId}:v1`;
const stored = z.record(z.string(), z.string());

export const openSettings = (channel: { id: number; settingsSealed: Uint8Array }): ChannelSettings =>
  stored.parse(JSON.parse(open(channel.settingsSealed, aad(channel.id))));

/** The seal is bound to the row's id, so the row comes first. */
export async function writeSettings(tx: Tx, channelId: number, settings: ChannelSettings): Promise<void> {
  await tx.notificationChannel.update({
    where: { id: channelId },
    data: { settingsSealed: seal(JSON.stringify(settings), aad(channelId)) },
  });
}

/**
 * Checks the settings with which a channel is saved: a secret left empty stays, unless the address that it is sent to
 * changes.
 * @throws AppError `malformed` naming the setting
 */
export function mergeSettings(
  { fields, settings }: Provider,
  given: Readonly<Record<string, string>>,
  stored: ChannelSettings = {},
): ChannelSettings {
  const typed = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value.trim()]));
  const merged = Object.fromEntries(
    fields.map(({ key, kind, default: usual = "" }) => {
      const stays = kind === "secret" || typed[key] === undefined;
      return [key, typed[key] || (stays && stored[key]) || usual];
    }),
  );
  requireSecretsAnew(fields, { stored, given: typed, settings: merged });
  const missing = fields.find(({ key, kind }) => kind === "secret" && merged[key] === "");
  if (missing) throw new AppError("malformed", "required", { field: `settings.${missing.key}` });
  return parseSettings(settings, merged);
}

/** Settings that may be shown: everything but the secrets. */
export function showSettings({ fields }: Provider, settings: ChannelSettings) {
  const { shown, secretsSet } = splitSecrets(fields, settings);
  return { settings: shown, secrets_set: secretsSet };
}
