import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { recordAudit } from "../../accounts/record-audit";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { refusal, type Said } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { readPairingCode } from "../pairing-code";
import { toStoredAccount } from "./account/main-account";
import type { ConnectionPaired, PairConnection } from "./admin/schema";
import { getConnection } from "./admin-queries";
import { checkKey, readBaseUrl } from "./connection-rules";
import { sealConnectionSecret } from "./connection-secret";
import { callMainSite, getMainSite, type MainSiteAnswer } from "./main-site-client";
import { claimedPairing } from "./schema";

const refuse = (said: Said) => new AppError("malformed", said, { field: "code" });

function readCode(text: string) {
  const code = readPairingCode(text);
  if (!code) throw refuse("pairing_code");
  if (code.expiresAt <= now()) throw refuse("pairing_code_expired");
  checkKey(code.key);
  return { ...code, baseUrl: readBaseUrl(code.baseUrl) };
}

type Code = ReturnType<typeof readCode>;

const nameOf = (code: Code, name: string) => name || new URL(code.baseUrl).host;

/** Stored before the call: the main site's ping is verified with the secret of the code. */
async function storeConnection(code: Code, secretSealed: Uint8Array<ArrayBuffer>, input: PairConnection) {
  const fresh = { baseUrl: code.baseUrl, secretSealed, status: "active" as const };
  return db().connection.upsert({
    where: { apiKey: code.key },
    create: {
      ...fresh,
      name: nameOf(code, input.name),
      apiKey: code.key,
      markupBps: input.markup_bps,
      createdAt: now(),
    },
    update: fresh,
    select: { id: true },
  });
}

type Before = { secretSealed: Uint8Array; baseUrl: string; status: "active" | "disabled" } | null;

/** As it was before the paste, unless another paste of the same code got through meanwhile. */
async function undo(
  connectionId: number,
  secretSealed: Uint8Array<ArrayBuffer>,
  before: Before,
): Promise<void> {
  if (!before) await db().connection.deleteMany({ where: { id: connectionId, currency: null } });
  else
    await db().connection.updateMany({
      where: { id: connectionId, secretSealed },
      data: { ...before, secretSealed: Uint8Array.from(before.secretSealed) },
    });
}

type Claim = MainSiteAnswer<ReturnType<typeof claimedPairing.parse>>;

function whyNot(answer: Exclude<Claim, { result: "ok" }>): Said {
  if (answer.result === "lost") return refusal("main_site_unreachable", { reason: answer.error.message });
  if (answer.code === 4003) return "pairing_code_refused";
  if (answer.code === 4004 || answer.code === 404) return "pairing_code_not_known";
  return refusal("main_site_answer", { code: answer.code, reason: answer.message });
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
    select: { secretSealed: true, baseUrl: true, status: true },
  });
  const pairingSealed = sealConnectionSecret(code.key, code.secret);
  const stored = await storeConnection(code, pairingSealed, input);
  const answer = await callMainSite(await getMainSite(stored.id), {
    method: "POST",
    path: "/api/v1/upstream/account/pair",
    body: { callback_url: `${getConfig().server.baseUrl}/api/v1/interconnect/callback` },
    answer: claimedPairing,
    totalMs: 20_000,
  });
  if (answer.result !== "ok") {
    await undo(stored.id, pairingSealed, before);
    throw new AppError("state_conflict", whyNot(answer));
  }
  const { secret, account, callback_verified, callback_message } = answer.data;
  const connectionId = await inTransaction(async (tx) => {
    const fresh = {
      secretSealed: sealConnectionSecret(code.key, secret),
      callbackProblem: callback_verified ? null : callback_message,
      currency: account.currency,
      account: toStoredAccount(account),
      accountReadAt: now(),
      ...(before || input.name || account.main_site === "" ? {} : { name: account.main_site.slice(0, 80) }),
    };
    const { id } = await tx.connection.upsert({
      where: { apiKey: code.key },
      create: {
        name: nameOf(code, input.name),
        baseUrl: code.baseUrl,
        apiKey: code.key,
        markupBps: input.markup_bps,
        createdAt: now(),
        ...fresh,
      },
      update: fresh,
      select: { id: true },
    });
    await enqueue(tx, "connection.sync", { connectionId: id, trigger: "button" }, { jobKey: `sync:${id}` });
    await recordAudit(tx, actor, client, {
      action: "connection.pair",
      target: `connection:${id}`,
      data: { baseUrl: code.baseUrl, key: code.key, callback_verified },
    });
    return id;
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
