import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { foreignWords, note } from "../../core/refusals/noted";
import { problem, refusal, type Said } from "../../core/refusals/refusal";
import { toldOf } from "../../core/refusals/told";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { getSettings } from "../../settings/queries";
import { readPairingCode } from "../pairing-code";
import { toStoredAccount } from "./account/main-account";
import type { ConnectionPaired, PairConnection } from "./admin/schema";
import { getConnection } from "./admin-queries";
import type { Health } from "./connection-health";
import { checkKey, readBaseUrl } from "./connection-rules";
import { sealConnectionSecret } from "./connection-secret";
import { judgeRate } from "./judge-rate";
import { refusalOfLost } from "./lost-answer";
import { callOnce, type MainSiteAnswer } from "./main-site-client";
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

type Known = { id: number; name: string; baseUrl: string; isClaimed: boolean; health: Health } | null;

async function findKnown(apiKey: string): Promise<Known> {
  const row = await db().connection.findUnique({ where: { apiKey }, omit: { pairingSecretSealed: false } });
  return (
    row && {
      ...row,
      // A row that another paste has just made, or that one left behind whose process ended.
      isClaimed: row.pairingSecretSealed === null || row.currency !== null,
      health: { failingSince: row.failingSince, lastGoodAt: row.lastGoodAt },
    }
  );
}

/**
 * Stored before the call: the main site's ping is verified with the secret of the code. Nothing else of a connection that is there
 * changes: until the code is claimed it goes on as it was, at its own address. A new one is off until then.
 */
async function storePairing(code: Code, pairingSecretSealed: Uint8Array<ArrayBuffer>, input: PairConnection) {
  return db().connection.upsert({
    where: { apiKey: code.key },
    create: {
      name: nameOf(code, input.name),
      baseUrl: code.baseUrl,
      apiKey: code.key,
      secretSealed: pairingSecretSealed,
      pairingSecretSealed,
      status: "disabled",
      markupBps: input.markup_bps,
      createdAt: now(),
    },
    update: { pairingSecretSealed },
    select: { id: true },
  });
}

/** As it was before the paste, unless another paste of the same code got through meanwhile. */
async function undo(
  connectionId: number,
  pairingSecretSealed: Uint8Array<ArrayBuffer>,
  known: Known,
): Promise<void> {
  if (known?.isClaimed)
    await db().connection.updateMany({
      where: { id: connectionId, pairingSecretSealed },
      data: { pairingSecretSealed: null },
    });
  else
    await db().connection.deleteMany({
      where: { id: connectionId, currency: null, pairingSecretSealed: { not: null } },
    });
}

type Claim = MainSiteAnswer<ReturnType<typeof claimedPairing.parse>>;

function whyNot(answer: Exclude<Claim, { result: "ok" }>): Said {
  if (answer.result === "lost") return refusalOfLost(answer);
  if (answer.code === 4003) return "pairing_code_refused";
  if (answer.code === 4004 || answer.code === 404) return "pairing_code_not_known";
  return refusal("main_site_answer", { code: answer.code, reason: foreignWords(answer.message) });
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
  const known = await findKnown(code.key);
  const isMoved = known?.isClaimed === true && known.baseUrl !== code.baseUrl;
  if (known && isMoved && !input.moves) {
    const { name, baseUrl: from } = known;
    throw new AppError("state_conflict", refusal("pairing_moves", { name, from, to: code.baseUrl }), {
      field: "moves",
    });
  }
  const { currency: shop } = await getSettings();
  const pairingSealed = sealConnectionSecret(code.key, code.secret);
  const stored = await storePairing(code, pairingSealed, input);
  // At the address of the code, whatever a connection with this key calls meanwhile; of its health this says nothing.
  const answer = await callOnce(
    {
      connectionId: stored.id,
      name: nameOf(code, input.name),
      baseUrl: code.baseUrl,
      key: code.key,
      secret: code.secret,
      health: known?.health ?? { failingSince: null, lastGoodAt: null },
    },
    {
      method: "POST",
      path: "/api/v1/upstream/account/pair",
      body: { callback_url: `${getConfig().server.baseUrl}/api/v1/interconnect/callback` },
      answer: claimedPairing,
      totalMs: 20_000,
    },
  );
  if (answer.result !== "ok") {
    await undo(stored.id, pairingSealed, known);
    throw new AppError("state_conflict", whyNot(answer));
  }
  const { secret, account, callback_verified, callback_message } = answer.data;
  const connectionId = await inTransaction(async (tx) => {
    const fresh = {
      baseUrl: code.baseUrl,
      status: "active" as const,
      pairingSecretSealed: null,
      failingSince: null,
      lastProblem: null,
      lastGoodAt: now(),
      secretSealed: sealConnectionSecret(code.key, secret),
      callbackProblem: callback_verified ? null : note(foreignWords(callback_message)),
      currency: account.currency,
      account: toStoredAccount(account),
      accountReadAt: now(),
      ...(known?.isClaimed || input.name || account.main_site === ""
        ? {}
        : { name: account.main_site.slice(0, 80) }),
    };
    const { id } = await tx.connection.upsert({
      where: { apiKey: code.key },
      create: {
        name: nameOf(code, input.name),
        apiKey: code.key,
        markupBps: input.markup_bps,
        createdAt: now(),
        ...fresh,
      },
      update: fresh,
      select: { id: true },
    });
    await judgeRate(tx, id, shop);
    await enqueue(tx, "connection.sync", { connectionId: id, trigger: "button" }, { jobKey: `sync:${id}` });
    await recordAudit(tx, actor, client, {
      action: "connection.pair",
      target: `connection:${id}`,
      data: {
        baseUrl: code.baseUrl,
        key: code.key,
        callback_verified,
        ...(isMoved ? { from: known.baseUrl } : {}),
      },
    });
    return id;
  });
  return {
    id: connectionId,
    connection: await getConnection(connectionId),
    callback_verified,
    ...toldOf(
      "message",
      callback_verified
        ? problem("connected_both_ways", { site: account.main_site })
        : problem("connected_one_way", { site: account.main_site, problem: foreignWords(callback_message) }),
    ),
  };
}
