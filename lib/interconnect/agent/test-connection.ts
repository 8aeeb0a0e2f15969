import type { z } from "zod";
import { notFound } from "../../core/errors";
import { foreignWords } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";
import { toldOf } from "../../core/refusals/told";
import { callWindow } from "../../core/signed-call-window";
import { db } from "../../db/client";
import type { connectionTest } from "./admin/schema";
import type { LostCause } from "./lost-answer";
import { callMainSite, getMainSite, type MainSiteAnswer } from "./main-site-client";
import { offeredPage } from "./schema";

type ConnectionTest = z.infer<typeof connectionTest>;
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
    const { cause } = answer;
    return {
      verdict: verdictOf[cause],
      ...toldOf(
        "message",
        problem(cause === "unreachable" ? "check_connection" : "sentence", { problem: answer.problem }),
      ),
      clock_offset_seconds: null,
      products: null,
    };
  }
  const offset = answer.clockOffsetSeconds;
  const common = { clock_offset_seconds: offset, products: null };
  if (answer.result === "ok") {
    const told =
      offset !== null && Math.abs(offset) > worthMentioning
        ? problem("connected_clocks_differ", { offset })
        : problem("connected");
    return { ...common, verdict: "ok", ...toldOf("message", told), products: answer.data.total };
  }
  if (
    answer.code === 4003 &&
    offset !== null &&
    Math.abs(offset) > callWindow.maxSkewSeconds - worthMentioning
  ) {
    return {
      ...common,
      verdict: "clock",
      ...toldOf("message", problem("clocks_differ_too_much", { offset, most: callWindow.maxSkewSeconds })),
    };
  }
  if (answer.code === 4003) {
    return {
      ...common,
      verdict: "key_or_signature",
      ...toldOf("message", problem("main_site_refuses_signature")),
    };
  }
  if (answer.code === 4290) {
    return {
      ...common,
      verdict: "rate_limited",
      ...toldOf("message", problem("main_site_asks_to_wait")),
    };
  }
  return {
    ...common,
    verdict: "not_a_main_site",
    ...toldOf(
      "message",
      problem("main_site_answered", { code: answer.code, message: foreignWords(answer.message) }),
    ),
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
