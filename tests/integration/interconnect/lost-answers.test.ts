import { describe, expect, it } from "vitest";
import { readNoted } from "@/lib/core/refusals/noted";
import { sayRefusal } from "@/lib/core/refusals/translate";
import { db } from "@/lib/db/client";
import { refusalOfLost } from "@/lib/interconnect/agent/lost-answer";
import { callOnce, getMainSite } from "@/lib/interconnect/agent/main-site-client";
import { offeredPage } from "@/lib/interconnect/agent/schema";
import { testConnection } from "@/lib/interconnect/agent/test-connection";
import { tradeLimits } from "@/lib/interconnect/schema";
import { locales } from "@/messages/locales";
import { readIn } from "@/messages/parts";
import { sayTold } from "@/messages/say";
import { connectionId, main, prepareConnection } from "../../support/builders/offered-products";
import type { MainAnswer } from "../../support/fakes/fake-main";
import { saying } from "../../support/harness/saying";

prepareConnection();

const fits = { products: [], total: 0, page: 1, per_page: 50 };

/** An answer, what the test button calls it, the rule of a refusal, and what the operator is told to do or look at. */
const table: readonly (readonly [string, MainAnswer, string, string, RegExp])[] = [
  ["no connection", "reset", "network", "main_site_unreachable", /connection was cut/],
  [
    "a page of another program",
    { text: "<h1>Log in</h1>", http: 200 },
    "not_a_main_site",
    "main_site_not_there",
    /HTTP 200, but .* check the base address/,
  ],
  [
    "JSON of another program",
    { text: '{"ok":true}', http: 200 },
    "not_a_main_site",
    "main_site_not_there",
    /check the base address/,
  ],
  [
    "a page of a proxy",
    { text: "<h1>Bad gateway</h1>", http: 502 },
    "away",
    "main_site_away",
    /HTTP 502: the site behind it is away/,
  ],
  [
    "a fault of the main site",
    { code: 5000, http: 500, msg: "Something went wrong" },
    "failed",
    "main_site_failed",
    /its own log says why: 500 Something went wrong/,
  ],
  [
    "a list without its total",
    { data: { ...fits, total: undefined } },
    "unfit_answer",
    "main_site_answer_unfit",
    /otherwise than was agreed: total must be/,
  ],
  [
    "a text that cannot be stored",
    { data: { ...fits, products: [{ title: "a\u0000" }] } },
    "unfit_answer",
    "main_site_answer_unfit",
    /otherwise than was agreed: products\.0\.title: .*U\+0000/,
  ],
  [
    "an endless answer",
    { text: " ".repeat(tradeLimits.answerBytes + 1), http: 200 },
    "unfit_answer",
    "main_site_answer_too_large",
    /more than 24065536 bytes/,
  ],
];

describe("an answer of a main site that says nothing", () => {
  it.each(table)(
    "%s has its own verdict, rule and sentence [C100]",
    async (_what, answer, verdict, rule, told) => {
      main.state.next.products.push(answer, answer);
      expect(await testConnection(connectionId)).toMatchObject({
        verdict,
        message: expect.stringMatching(told),
      });
      const { lastProblem } = await db().connection.findUniqueOrThrow({ where: { id: connectionId } });
      expect(lastProblem).toEqual(saying(told));
      const lost = await callOnce(await getMainSite(connectionId), {
        method: "GET",
        path: "/api/v1/upstream/products?page=1&per_page=1",
        answer: offeredPage,
      });
      if (lost.result !== "lost") throw new Error(`The call is ${lost.result}`);
      const refused = refusalOfLost(lost);
      expect(refused.rule).toBe(rule);
      expect(sayRefusal(refused, "en")).toMatch(told);
      for (const locale of locales.filter((one) => one !== "en" && readIn(one, "admin") === one)) {
        expect(sayTold(readNoted(lastProblem ?? ""), locale)).not.toMatch(told);
        expect(sayRefusal(refused, locale)).not.toMatch(told);
      }
    },
  );
});
