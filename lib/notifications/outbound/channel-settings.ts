import { z } from "zod";
import { open, seal } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { readIssue } from "../../core/refusals/read-issue";
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

const secretsOf = (provider: Provider) =>
  provider.fields.filter(({ kind }) => kind === "secret").map(({ key }) => key);

const originOf = (text: string | undefined) =>
  text && URL.canParse(text) ? new URL(text).origin : (text ?? "");

/**
 * Checks the settings with which a channel is saved: a secret left empty stays, unless the address that it is sent to
 * changes.
 * @throws AppError `malformed` naming the setting
 */
export function parseSettings(
  provider: Provider,
  given: Readonly<Record<string, string>>,
  former: ChannelSettings = {},
): ChannelSettings {
  const secrets = secretsOf(provider);
  const addresses = provider.fields.filter(({ kind }) => kind === "url");
  const merged: ChannelSettings = {};
  for (const { key, default: usual } of provider.fields) {
    const value = given[key]?.trim();
    merged[key] =
      value || (secrets.includes(key) || value === undefined ? (former[key] ?? "") : "") || (usual ?? "");
  }
  const hasMoved = addresses.some(
    ({ key }) => former[key] && originOf(merged[key]) !== originOf(former[key]),
  );
  const missing = secrets.find((key) => merged[key] === "" || (hasMoved && !given[key]?.trim()));
  if (missing)
    throw new AppError("malformed", hasMoved ? "credentials_again" : "required", {
      field: `settings.${missing}`,
    });
  const parsed = provider.settings.safeParse(merged);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError("malformed", readIssue(issue), {
    field: ["settings", ...(issue?.path ?? [])].map(String).join("."),
  });
}

/** Settings that may be shown: everything but the secrets. */
export function showSettings(provider: Provider, settings: ChannelSettings) {
  const secrets = secretsOf(provider);
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([key]) => !secrets.includes(key))),
    secrets_set: secrets.filter((key) => Boolean(settings[key])),
  };
}
