import { notFound } from "../../core/errors";
import { callWindow } from "../../core/signed-call-window";
import { db } from "../../db/client";
import type { testVerdicts } from "./admin/schema";
import type { LostCause } from "./lost-answer";
import { callMainSite, getMainSite, type MainSiteAnswer } from "./main-site-client";
import { offeredPage } from "./schema";

export interface ConnectionTest {
  verdict: (typeof testVerdicts)[number];
  message: string;
  clock_offset_seconds: number | null;
  latency_ms: number;
  products: number | null;
}

type Verdict = Omit<ConnectionTest, "latency_ms">;

const worthMentioning = 30;

const verdictOf: Record<LostCause, ConnectionTest["verdict"]> = {
  unreachable: "network",
  away: "away",
  not_there: "not_a_main_site",
  failed: "failed",
  too_large: "unfit_answer",
  unfit: "unfit_answer",
};

/**
 * A main site answers every refused signature alike, so that nobody can probe it: what it does not say is found from what
 * it does, above all from its clock in the Date header.
 */
function judge(answer: MainSiteAnswer<{ total: number }>): Verdict {
  if (answer.result === "lost") {
    const { cause, message } = answer;
    return {
      verdict: verdictOf[cause],
      message:
        cause === "unreachable"
          ? `${message}. Check the address, the network and the certificate.`
          : `${message}.`,
      clock_offset_seconds: null,
      products: null,
    };
  }
  const offset = answer.clockOffsetSeconds;
  const common = { clock_offset_seconds: offset, products: null };
  if (answer.result === "ok") {
    const drift =
      offset !== null && Math.abs(offset) > worthMentioning ? ` The clocks differ by ${offset} seconds.` : "";
    return { ...common, verdict: "ok", message: `Connected.${drift}`, products: answer.data.total };
  }
  if (
    answer.code === 4003 &&
    offset !== null &&
    Math.abs(offset) > callWindow.maxSkewSeconds - worthMentioning
  ) {
    return {
      ...common,
      verdict: "clock",
      message: `The clocks differ by ${offset} seconds and at most ${callWindow.maxSkewSeconds} are accepted. Set this server's clock.`,
    };
  }
  if (answer.code === 4003) {
    return {
      ...common,
      verdict: "key_or_signature",
      message:
        "The main site is there, the clocks agree, and it refuses the signature: the key or the secret is wrong, the site is switched off there, or its IP allow list leaves this server out. Its request log names the cause.",
    };
  }
  if (answer.code === 4290) {
    return {
      ...common,
      verdict: "rate_limited",
      message: "The main site asks to wait: too many calls in the last minute.",
    };
  }
  return {
    ...common,
    verdict: "not_a_main_site",
    message: `The main site answered ${answer.code}: ${answer.message}`,
  };
}

/** One signed call that changes nothing. @throws AppError `not_found` */
export async function testConnection(connectionId: number): Promise<ConnectionTest> {
  if (!(await db().connection.findUnique({ where: { id: connectionId }, select: { id: true } }))) {
    throw notFound("connection");
  }
  const started = performance.now();
  const answer = await callMainSite(await getMainSite(connectionId), {
    method: "GET",
    path: "/api/v1/upstream/products?page=1&per_page=1",
    answer: offeredPage,
    totalMs: 10_000,
  });
  return { ...judge(answer), latency_ms: Math.round(performance.now() - started) };
}
