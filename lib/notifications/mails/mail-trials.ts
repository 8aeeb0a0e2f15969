import { createHash } from "node:crypto";
import { z } from "zod";
import { getConfig } from "../../config/config";
import { addSeconds, now } from "../../core/clock";
import { log } from "../../core/process/log";
import { noteOrNull } from "../../core/refusals/noted";
import type { Problem } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { readSettings } from "../../settings/queries";
import { wakeMails } from "./wake-mails";

const key = "mailTrial";

const stored = z.object({
  /** Which server was tried: of another one nothing is known. */
  server: z.string(),
  tried: z.enum(["test", "mail"]),
  triedAt: z.string(),
  /** Null: it has taken no mail yet. */
  goodAt: z.string().nullable(),
  /** In the server's own words; null: it took the mail. */
  problem: z.string().nullable(),
});
export type MailTrial = z.infer<typeof stored>;

/** A mail server that works costs one statement a minute. */
const noteEverySeconds = 60;
let lastGood: { server: string; at: Date } | undefined;

/** The place and the account, and no word of either; nothing is opened for it. Null: there is no server. */
async function readMark(): Promise<string | null> {
  const { smtpUrl } = getConfig().mail;
  const { mailServer } = await readSettings(db());
  const place = smtpUrl ?? (mailServer && JSON.stringify({ ...mailServer, from: null }));
  return place === null ? null : createHash("sha256").update(place).digest("base64url").slice(0, 22);
}

async function readStored(): Promise<MailTrial | null> {
  const row = await db().setting.findUnique({ where: { key }, select: { value: true } });
  return stored.safeParse(row?.value).data ?? null;
}

/**
 * Reads the result of the last mail to the server that there is, a test included; null: it was not tried, another one
 * was. Undefined: nothing is noted, which says nothing of mails from before trials were noted.
 */
export async function readMailTrial(): Promise<MailTrial | null | undefined> {
  const [trial, mark] = await Promise.all([readStored(), readMark()]);
  if (!trial) return undefined;
  return trial.server === mark ? trial : null;
}

/**
 * Never fails: a mail that was taken is not sent again because nobody could note it. The first mail that the server takes after it
 * did not wakes those that wait.
 */
export async function noteMailTrial({
  tried,
  problem,
}: Pick<MailTrial, "tried"> & { problem: Problem | null }): Promise<void> {
  const at = now();
  try {
    const mark = await readMark();
    if (mark === null) return;
    const isFresh = lastGood?.server === mark && lastGood.at > addSeconds(at, -noteEverySeconds);
    if (tried === "mail" && problem === null && isFresh) return;
    lastGood = problem === null ? { server: mark, at } : undefined;
    const before = await readStored();
    const goodBefore = before?.server === mark ? before.goodAt : null;
    const value: MailTrial = {
      server: mark,
      tried,
      triedAt: at.toISOString(),
      goodAt: problem === null ? at.toISOString() : goodBefore,
      problem: noteOrNull(problem),
    };
    await db().setting.upsert({
      where: { key },
      create: { key, value, updatedAt: at },
      update: { value, updatedAt: at },
    });
    if (problem === null && before?.problem != null) await wakeMails();
  } catch (error) {
    log.warn({ error }, "what came of a mail could not be noted");
  }
}
