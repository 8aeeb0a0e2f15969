import { getConfig } from "../../config/config";
import type { Tx } from "../../db/transaction";
import { getSettings, readSettings } from "../../settings/queries";
import { openMailPassword } from "../../settings/sealed-secrets";
import type { MailSecurity, Settings } from "../../settings/types";

/** Mail server: of the configuration an address with everything in it, of the admin its parts. */
export type MailServer =
  | { url: string }
  | { host: string; port: number; security: MailSecurity; user: string | null; password: string | null };

const isConfigured = () => getConfig().mail.smtpUrl !== null;

/** Whether mails leave this shop at all. Without a mail server they wait in the outbox, and no page may promise one. */
export const hasMailServer = async (): Promise<boolean> =>
  isConfigured() || (await getSettings()).mailServer !== null;

/**
 * The same past what this process remembers of the settings: a mail that is written while another process saves the server
 * must not stay in the outbox.
 */
export async function hasMailServerNow(reader: Pick<Tx, "setting">): Promise<boolean> {
  if (await hasMailServer()) return true;
  const row = await reader.setting.findUnique({ where: { key: "mailServer" }, select: { value: true } });
  return row !== null && row.value !== null;
}

/** The configuration's server wins over the admin's. Opens the password. */
export function serverOf({ mailServer }: Pick<Settings, "mailServer">): MailServer | null {
  const { smtpUrl } = getConfig().mail;
  if (smtpUrl !== null) return { url: smtpUrl };
  if (!mailServer) return null;
  const { host, port, security, user } = mailServer;
  return { host, port, security, user, password: openMailPassword(mailServer) };
}

const usualAddress = "shop@localhost";
const inBrackets = /<([^<>]+)>\s*$/;

/** The address that mails come from, by the same order. */
export function mailAddress({ mailServer }: Pick<Settings, "mailServer">): string {
  const { from } = getConfig().mail;
  return from === null ? (mailServer?.from ?? usualAddress) : (inBrackets.exec(from)?.[1] ?? from);
}

/**
 * Reads the server and the sender of mails past the cache: a job may run in another process than the one that saved
 * it.
 */
export async function readMailServer(
  reader: Pick<Tx, "setting">,
): Promise<{ server: MailServer; from: { name: string; address: string } } | null> {
  const settings = await readSettings(reader);
  const server = serverOf(settings);
  if (!server) return null;
  return {
    server,
    from: { name: settings.mailFromName ?? settings.siteName, address: mailAddress(settings) },
  };
}
