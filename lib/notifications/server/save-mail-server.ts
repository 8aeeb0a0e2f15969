import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { newUuid } from "../../core/ids";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { addressOf } from "../../outgoing/open-socket";
import { checkTarget, targetRules } from "../../outgoing/public-address";
import { readSettings, refreshSettings } from "../../settings/queries";
import { sealMailPassword } from "../../settings/sealed-secrets";
import { lockSettings } from "../../settings/sql";
import type { StoredMailServer } from "../../settings/types";
import { writeSettings } from "../../settings/write-settings";
import type { MailServerBody, MailServerOut } from "./schema";
import { noteNewMailServer } from "./tell-owners";
import { toMailServer } from "./view";

const target = "mail_server";

export const getMailServer = async (): Promise<MailServerOut> => toMailServer(await readSettings(db()));

function requireOurs(): void {
  if (getConfig().mail.smtpUrl !== null) throw new AppError("state_conflict", "set_in_configuration");
}

/** The operator's own network is the usual place of a mail server, so these name the way there. */
const hostRules = {
  malformed: "host_name",
  private_address: "public_mail_host",
  local_name: "public_mail_host",
} as const;

/** Where a name leads is checked again at every connect. */
function checkHost({ host, security, user }: MailServerBody): void {
  const { allowPrivateNetworks } = getConfig().mail;
  const found = checkTarget(addressOf(host), allowPrivateNetworks, { anyPort: true });
  if ("refusal" in found) {
    throw new AppError("malformed", { ...targetRules, ...hostRules }[found.refusal], { field: "host" });
  }
  // In one's own network a log-in without TLS is the operator's choice, as it is for gateways.
  if (user && security === "none" && !allowPrivateNetworks)
    throw new AppError("malformed", "tls_for_log_in", { field: "security" });
}

/** A stored password goes to the host that it was given for, and never unsealed to another one. */
function passwordOf(input: MailServerBody, before: StoredMailServer | null): string | null {
  if (!input.user) return null;
  if (input.password) return sealMailPassword(input.password);
  if (!before?.passwordSealed) throw new AppError("malformed", "required", { field: "password" });
  const isSamePlace = before.host === input.host && before.port === input.port && before.user === input.user;
  // A weaker connection would show it on the way.
  const isAsSafe = before.security === input.security || input.security !== "none";
  if (!isSamePlace || !isAsSafe) throw new AppError("malformed", "credentials_again", { field: "password" });
  return before.passwordSealed;
}

/** @throws AppError `malformed`, `state_conflict` where the configuration names one */
export async function saveMailServer(
  actor: AdminActor,
  input: MailServerBody,
  client: ClientInfo,
): Promise<MailServerOut> {
  requireOurs();
  checkHost(input);
  if (!input.from && getConfig().mail.from === null)
    throw new AppError("malformed", "required", { field: "from" });
  const { host, port, security } = input;
  const after = await inTransaction(async (tx) => {
    await lockSettings(tx);
    const settings = await readSettings(tx);
    const before = settings.mailServer;
    // The form of a first server has shown its own suggestions, and nobody else's values.
    if (before) requireUnchanged(toMailServer(settings), input.seen);
    const mailServer: StoredMailServer = {
      host,
      port,
      security,
      user: input.user || null,
      passwordSealed: passwordOf(input, before),
      from: input.from ?? before?.from ?? null,
    };
    await writeSettings(tx, { mailServer });
    await noteNewMailServer(tx, { before, after: mailServer, id: newUuid() });
    const { passwordSealed, ...shown } = mailServer;
    await recordAudit(tx, actor, client, {
      action: "mail_server.update",
      target,
      data: { ...shown, new_password: passwordSealed !== (before?.passwordSealed ?? null) },
    });
    return { ...settings, mailServer };
  });
  await refreshSettings();
  return toMailServer(after);
}

/** Mails wait in the outbox again. What is gone already is no error. @throws AppError `state_conflict` */
export async function removeMailServer(actor: AdminActor, client: ClientInfo): Promise<MailServerOut> {
  requireOurs();
  const after = await inTransaction(async (tx) => {
    await lockSettings(tx);
    const settings = await readSettings(tx);
    if (settings.mailServer) {
      await writeSettings(tx, { mailServer: null });
      await noteNewMailServer(tx, { before: settings.mailServer, after: null, id: newUuid() });
      await recordAudit(tx, actor, client, {
        action: "mail_server.delete",
        target,
        data: { host: settings.mailServer.host },
      });
    }
    return { ...settings, mailServer: null };
  });
  await refreshSettings();
  return toMailServer(after);
}
