import { getConfig } from "../../config/config";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import type { JobPayloads } from "../../jobs/kinds";
import { chooseLocale } from "../../settings/choose-locale";
import { getSettings } from "../../settings/queries";
import type { StoredMailServer } from "../../settings/types";
import { alertText } from "../alerts/alert-texts";
import { raiseAlert } from "../alerts/raise-alert";
import { sendThroughOnce } from "../mails/mail-transport";
import { queueMail } from "../mails/queue-mail";
import { drawMail } from "../texts/draw-mail";
import { mailShop } from "../texts/mail-shop";
import { mailAddress, serverOf } from "./mail-server";

const kind = "staff.mail_server";

const nameOf = (server: StoredMailServer | null) => (server ? `${server.host}:${server.port}` : null);

/** Every mail of the shop takes another way from now on, codes and keys too: owners learn of it by alert and by mail. */
export async function noteNewMailServer(
  tx: Tx,
  { before, after, id }: { before: StoredMailServer | null; after: StoredMailServer | null; id: string },
): Promise<void> {
  const data = { before: nameOf(before), after: nameOf(after) };
  if (data.before === data.after && before?.user === after?.user && before?.from === after?.from) return;
  await raiseAlert(tx, { kind, data, dedupeKey: `${kind}:${id}` });
  await enqueue(tx, "mail_server.changed", { before, after: data.after, id });
}

/** By the server of before, which who changed it cannot read; by the new one where that fails. */
export async function mailOwnersOfServer(payload: JobPayloads["mail_server.changed"]): Promise<void> {
  const { before, after, id } = payload;
  const owners = await db().staff.findMany({
    where: { role: "owner", ownRoleId: null, status: "active" },
    orderBy: { id: "asc" },
    select: { email: true },
  });
  const settings = await getSettings();
  const locale = chooseLocale(settings, { chosen: [] });
  const title = alertText({ kind, data: { before: nameOf(before), after }, message: kind }, locale);
  const data = { title, rows: [], url: `${getConfig().server.baseUrl}/admin/audit` };
  const drawn = drawMail("operator", data, { locale, shop: mailShop(settings, locale) });
  for (const { email } of owners) {
    if (before && (await sendByFormer(before, { to: email, id, ...drawn }))) continue;
    const dedupeKey = `${kind}:${id}:${email}`;
    await inTransaction((tx) => queueMail(tx, { kind: "operator", to: email, locale, data, dedupeKey }));
  }
}

async function sendByFormer(
  former: StoredMailServer,
  mail: { to: string; id: string; subject: string; text: string; html: string },
): Promise<boolean> {
  const { to, id, ...content } = mail;
  try {
    const settings = { mailServer: former };
    const server = serverOf(settings);
    if (!server) return false;
    const { siteName, mailFromName } = await getSettings();
    const from = { name: mailFromName ?? siteName, address: mailAddress(settings) };
    await sendThroughOnce(server, {
      from,
      to: { name: "", address: to },
      messageId: `<mail-server-${id}@${from.address.split("@")[1]}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      ...content,
    });
    return true;
  } catch (error) {
    log.warn({ error }, "the former mail server takes no mail: owners are told by the new one");
    return false;
  }
}
