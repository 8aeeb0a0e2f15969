import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { newUuid } from "../../core/ids";
import { toLocale } from "../../core/locale";
import { db } from "../../db/client";
import { getSettings } from "../../settings/queries";
import { alertText } from "../alerts/alert-texts";
import { tryMail } from "../mails/send-mail";
import { openSettings } from "./channel-settings";
import { eventOfAlert } from "./event-kinds";
import { bodyLines, type OperatorMessage } from "./message";
import { afterQuiet } from "./quiet-hours";
import { noteOutcome, type SendOutcome, sendMessage } from "./send-delivery";

async function sendByMail(to: string, message: OperatorMessage): Promise<SendOutcome> {
  const text = [...bodyLines(message), message.url].join("\n");
  const problem = await tryMail(to, { subject: message.title, text });
  return { problem, httpStatus: null, latencyMs: 0 };
}

/**
 * Sends an alert from this process to every channel that wants its kind: the queue would wait for the worker that the alert is
 * about. @returns false where a channel did not take it, or has quiet hours
 */
export async function tellAtOnce(kind: string, data: Record<string, number | string>): Promise<boolean> {
  const event = eventOfAlert(kind);
  const { timeZone } = await getSettings();
  const channels = await db().notificationChannel.findMany({
    where: { isEnabled: true },
    omit: { settingsSealed: false },
    orderBy: { id: "asc" },
  });
  const at = now();
  const sent = await Promise.all(
    channels.map(async (channel) => {
      const mode = (channel.events as Record<string, string>)[event];
      if (mode === undefined) return true;
      if (mode !== "always" && afterQuiet(channel, at, timeZone) > at) return false;
      const title = alertText({ kind, data, message: kind }, toLocale(channel.locale));
      const url = `${getConfig().server.baseUrl}/admin/alerts`;
      const message = { kind: event, title, rows: [], url, count: 1, at: at.toISOString() };
      const outcome =
        channel.provider === "mail"
          ? await sendByMail(openSettings(channel).to ?? "", message)
          : await sendMessage(channel, message, `alert_${newUuid()}`);
      await noteOutcome(channel.id, outcome);
      return outcome.problem === null;
    }),
  );
  return sent.every(Boolean);
}
