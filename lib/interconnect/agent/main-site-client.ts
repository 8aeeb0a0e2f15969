import { z } from "zod";
import { foreignJsonProblem, toStorableText } from "../../core/formats/foreign-json";
import { metrics } from "../../core/process/metrics";
import { foreignWords } from "../../core/refusals/noted";
import { readIssue } from "../../core/refusals/read-issue";
import { type Problem, problem } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { callOut, OutgoingError } from "../../outgoing/outgoing-call";
import { tradeLimits } from "../schema";
import { signedHeaders } from "../signature";
import { rememberOwnNonce } from "../spend-nonce";
import { type Health, noteFailedCall, noteGoodAnswer } from "./connection-health";
import { openConnectionSecret } from "./connection-secret";
import { failedItself, type LostAnswer, unfitAnswer, withoutAnswer, withoutEnvelope } from "./lost-answer";

export interface MainSite {
  connectionId: number;
  name: string;
  baseUrl: string;
  key: string;
  secret: string;
  /** As they were when the connection was read. */
  health: Health;
}

/**
 * `refused` is the main site's word and final for this request; `lost` says nothing of whether it was carried out:
 * no connection, no answer in time, an answer that cannot be read, or the main site's own fault.
 */
export type MainSiteAnswer<T> =
  | { result: "ok"; data: T; clockOffsetSeconds: number | null }
  | {
      result: "refused";
      code: number;
      /** A code of the specification, with the HTTP status that belongs to it: nothing was carried out. */
      isDefinite: boolean;
      message: string;
      /** Code and words. */
      problem: Problem;
      retryAfterSeconds: number | null;
      clockOffsetSeconds: number | null;
    }
  | LostAnswer;

/** `msg` is only shown and logged: it is made storable, so that the code beside it still counts. */
const envelope = z.object({
  status_code: z.int(),
  msg: z.string().max(2000).transform(toStorableText).catch(""),
  data: z.unknown(),
});

const patientMs = 15_000;

export interface MainSiteCall<S extends z.ZodType> {
  method: "GET" | "POST";
  /** From `/api/v1` on. */
  path: string;
  body?: unknown;
  answer: S;
  totalMs?: number;
  /** The caller checks the entries of a list one by one, so that one bad entry does not reject the rest. */
  checksEntries?: boolean;
  /** The call is not part of the specification: a failure does not count against the connection. */
  isOptional?: boolean;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Their clock less ours, from the answer's Date header. */
function clockOffset(date: string | null): number | null {
  const at = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? null : Math.round((at - Date.now()) / 1000);
}

/** The specification's words for what was not carried out, and 4290. */
const definiteRefusals = new Set([4001, 4003, 4004, 4090, 4099, 4290]);

/** `4003` is about us, everything else that is refused about what was asked: then the connection itself works. */
const keyRefused = 4003;

/** One signed call. Never throws for anything the network or the main site does. */
export async function callMainSite<S extends z.ZodType>(
  site: MainSite,
  call: MainSiteCall<S>,
): Promise<MainSiteAnswer<z.output<S>>> {
  const answer = await callOnce(site, call);
  if (answer.result === "lost") {
    if (!call.isOptional) await noteFailedCall(site.connectionId, answer.problem);
  } else if (answer.result === "refused" && answer.code === keyRefused)
    await noteFailedCall(site.connectionId, problem("main_site_refuses_key"));
  else await noteGoodAnswer(site.connectionId, site.health);
  return answer;
}

/** One signed call, of which the connection's health learns nothing. */
export async function callOnce<S extends z.ZodType>(
  site: MainSite,
  call: MainSiteCall<S>,
): Promise<MainSiteAnswer<z.output<S>>> {
  const answer = await exchange(site, call);
  metrics.mainSiteCalls.inc({ result: answer.result });
  return answer;
}

async function exchange<S extends z.ZodType>(
  site: MainSite,
  call: MainSiteCall<S>,
): Promise<MainSiteAnswer<z.output<S>>> {
  const body =
    call.body === undefined ? new Uint8Array(0) : new TextEncoder().encode(JSON.stringify(call.body));
  const headers = signedHeaders(site, body, new Date());
  try {
    await rememberOwnNonce("connection", { key: site.key, nonce: headers["x-site-nonce"] });
    const answer = await callOut({
      needsTls: true,
      url: `${site.baseUrl}${call.path}`,
      method: call.method,
      headers: {
        ...headers,
        accept: "application/json",
        "user-agent": "Keyshelf-Agent/1",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(call.body === undefined ? {} : { body }),
      totalMs: call.totalMs ?? patientMs,
      maxBytes: tradeLimits.answerBytes,
      overflow: "fail",
    });
    const read = envelope.safeParse(parse(answer.text));
    if (!read.success) return withoutEnvelope(answer.status);
    const { status_code: code, msg: message, data } = read.data;
    const clockOffsetSeconds = clockOffset(answer.header("date"));
    if (answer.status >= 500 || code === 5000) return failedItself(answer.status, message);
    if (code !== 0 || answer.status >= 300) {
      const header = answer.header("retry-after");
      const retryAfterSeconds = header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
      return {
        result: "refused",
        code: code || answer.status,
        problem: problem("coded", { code: code || answer.status, message: foreignWords(message) }),
        isDefinite: definiteRefusals.has(code) && Math.floor(code / 10) === answer.status,
        message,
        retryAfterSeconds,
        clockOffsetSeconds,
      };
    }
    const unstorable = call.checksEntries ? null : foreignJsonProblem(data);
    if (unstorable !== null) return unfitAnswer(answer.status, foreignWords(unstorable));
    const parsed = call.answer.safeParse(data);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const member = issue?.path.join(".") ?? "";
      return unfitAnswer(answer.status, problem("of_member", { member, problem: readIssue(issue) }));
    }
    return { result: "ok", data: parsed.data, clockOffsetSeconds };
  } catch (error) {
    if (error instanceof OutgoingError) return withoutAnswer(error);
    throw error;
  }
}

/** The main site of a connection, with its secret opened. */
export async function getMainSite(
  connectionId: number,
): Promise<MainSite & { isActive: boolean; sharesBuyerEmail: boolean }> {
  const row = await db().connection.findUniqueOrThrow({
    where: { id: connectionId },
    omit: { secretSealed: false },
  });
  return {
    connectionId,
    name: row.name,
    baseUrl: row.baseUrl,
    key: row.apiKey,
    secret: openConnectionSecret(row.apiKey, row.secretSealed),
    health: { failingSince: row.failingSince, lastGoodAt: row.lastGoodAt },
    isActive: row.status === "active",
    sharesBuyerEmail: row.sharesBuyerEmail,
  };
}
