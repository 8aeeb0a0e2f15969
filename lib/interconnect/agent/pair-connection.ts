import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { recordAudit } from "../../accounts/record-audit";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { readPairingCode } from "../pairing-code";
import type { ConnectionPaired, PairConnection } from "./admin/schema";
import { getConnection } from "./admin-queries";
import { checkKey, readBaseUrl } from "./connection-rules";
import { sealConnectionSecret } from "./connection-secret";
import { callMainSite, getMainSite, type MainSiteAnswer } from "./main-site-client";
import { claimedPairing } from "./schema";

const refuse = (message: string) => new AppError("malformed", message, { field: "code" });

function readCode(text: string) {
  const code = readPairingCode(text);
  if (!code) throw refuse("is no pairing code: copy it whole, from kp1_ on");
  if (code.expiresAt <= now()) throw refuse("has expired: ask the main site for a new one");
  checkKey(code.key);
  return { ...code, baseUrl: readBaseUrl(code.baseUrl) };
}

type Code = ReturnType<typeof readCode>;

/** Stored before the call: the main site's ping is verified with the secret of the code. */
async function storeConnection(code: Code, { name, markup_bps }: PairConnection): Promise<number> {
  const secretSealed = sealConnectionSecret(code.key, code.secret);
  const known = await db().connection.findUnique({ where: { apiKey: code.key }, select: { id: true } });
  const fresh = { baseUrl: code.baseUrl, secretSealed, status: "active" as const };
  const { id } = known
    ? await db().connection.update({ where: { id: known.id }, data: fresh, select: { id: true } })
    : await db().connection.create({
        data: {
          ...fresh,
          name: name || new URL(code.baseUrl).host,
          apiKey: code.key,
          markupBps: markup_bps,
          createdAt: now(),
        },
        select: { id: true },
      });
  return id;
}

type Claim = MainSiteAnswer<ReturnType<typeof claimedPairing.parse>>;

function whyNot(answer: Exclude<Claim, { result: "ok" }>): string {
  if (answer.result === "lost") return `The main site could not be reached: ${answer.error.message}`;
  if (answer.code === 4003)
    return "The main site refuses this code: it was used, has expired, or the clocks differ";
  if (answer.code === 4004 || answer.code === 404)
    return "The main site knows no pairing codes: connect it by hand";
  return `The main site answered ${answer.code}: ${answer.message}`;
}

/**
 * C67: one paste. The code is claimed in a signed call that names our callback address; the main site pings it and answers with
 * the secret that stays. Ends with a pull of everything.
 * @throws AppError `malformed` naming the code, `state_conflict` with what the main site said
 */
export async function pairConnection(
  actor: AdminActor,
  client: ClientInfo,
  input: PairConnection,
): Promise<ConnectionPaired> {
  const code = readCode(input.code);
  const before = await db().connection.findUnique({
    where: { apiKey: code.key },
    omit: { secretSealed: false },
  });
  const connectionId = await storeConnection(code, input);
  const answer = await callMainSite(await getMainSite(connectionId), {
    method: "POST",
    path: "/api/v1/upstream/account/pair",
    body: { callback_url: `${getConfig().server.baseUrl}/api/v1/interconnect/callback` },
    answer: claimedPairing,
    totalMs: 20_000,
  });
  if (answer.result !== "ok") {
    // As it was before the paste.
    const { secretSealed, baseUrl, status } = before ?? {};
    if (before)
      await db().connection.update({ where: { id: connectionId }, data: { secretSealed, baseUrl, status } });
    else await db().connection.delete({ where: { id: connectionId } });
    throw new AppError("state_conflict", whyNot(answer));
  }
  const { secret, account, callback_verified, callback_message } = answer.data;
  await inTransaction(async (tx) => {
    await tx.connection.update({
      where: { id: connectionId },
      data: {
        secretSealed: sealConnectionSecret(code.key, secret),
        callbackProblem: callback_verified ? null : callback_message,
        currency: account.currency,
        ...(before || input.name ? {} : { name: account.main_site.slice(0, 80) || undefined }),
      },
    });
    await enqueue(
      tx,
      "connection.sync",
      { connectionId, trigger: "button" },
      { jobKey: `sync:${connectionId}` },
    );
    await recordAudit(tx, actor, client, {
      action: "connection.pair",
      target: `connection:${connectionId}`,
      data: { baseUrl: code.baseUrl, key: code.key, callback_verified },
    });
  });
  return {
    id: connectionId,
    connection: await getConnection(connectionId),
    callback_verified,
    message: callback_verified
      ? `Connected to ${account.main_site}: calls and callbacks work in both directions.`
      : `Connected to ${account.main_site}. Its callbacks do not arrive here yet: ${callback_message}`,
  };
}
