import { writeFileSync } from "node:fs";
import { exchanges } from "./signed-call.mjs";

const marks = { pass: "PASS", fail: "FAIL", advice: "ADVICE", skip: "SKIP" };

/** A refused expectation: what was expected and what came instead. */
export class Mismatch extends Error {
  constructor(expected, answer) {
    super(`expected ${expected}`);
    this.answer = answer;
  }
}

/** A rule that the other side gives no occasion to check; the message says why. */
export class Skipped extends Error {}

const shown = 400;
const short = (text) => {
  const line = text.trimEnd();
  return line.length > shown ? `${line.slice(0, shown)}… (${line.length} characters)` : line;
};

const show = (value) => {
  if (value === undefined) return "nothing";
  if (typeof value === "object" && value !== null && "text" in value && "status" in value)
    return `HTTP ${value.status} ${value.text}`;
  return typeof value === "string" ? value : JSON.stringify(value);
};

const escaped = (text) =>
  text.replaceAll(/[<>&"]|[^\t\n\x20-\uFFFD]/g, (found) => `&#${found.codePointAt(0)};`);

const describe = (error) => {
  const cause = error?.cause?.code ?? error?.cause?.message;
  return `${error?.message ?? error}${cause ? ` (${cause})` : ""}`;
};

/** Says of each rule what was sent, what came, what the guide asks and where. */
export class Report {
  #lines = [];
  #rules;
  #isVerbose;
  #section = "";

  constructor(rules, { isVerbose = false } = {}) {
    this.#rules = rules;
    this.#isVerbose = isVerbose;
  }

  section(title) {
    this.#section = title;
    console.log(`\n${title}`);
  }

  #add(mark, name, sentence, { problem, exchange } = {}) {
    const rule = this.#rules[name];
    if (!rule) throw new Error(`There is no rule ${name}`);
    const guide = `docs/interconnect.md#${rule.at}`;
    this.#lines.push({
      mark,
      section: this.#section,
      rule: name,
      sentence,
      problem,
      ...exchange,
      asks: rule.asks,
      guide,
    });
    console.log(`  ${marks[mark].padEnd(6)} ${name.padEnd(26)} ${sentence}`);
    const isLong = mark === "fail" || mark === "advice" || this.#isVerbose;
    const detail = isLong
      ? [
          problem,
          exchange && `sent     ${short(exchange.sent)}`,
          exchange && `got      ${short(exchange.came)}`,
          `guide    ${JSON.stringify(rule.asks)}, ${guide}`,
        ]
      : [problem ?? (exchange && `${exchange.brief}; #${rule.at}`)];
    for (const line of detail) if (line) console.log(`           ${line}`);
  }

  skip(name, sentence, why) {
    this.#add("skip", name, sentence, { problem: why });
  }

  /** Runs one rule. @returns what it returned, or undefined when it failed or was skipped */
  async rule(name, sentence, check) {
    exchanges.begin();
    try {
      const value = await check();
      this.#add("pass", name, sentence, { exchange: exchanges.last() });
      return value;
    } catch (error) {
      if (error instanceof Skipped) this.skip(name, sentence, error.message);
      else {
        const last = error?.answer?.exchange ?? exchanges.last();
        const isOwn = error?.answer === undefined || error.answer?.exchange !== undefined;
        const exchange = isOwn
          ? last
          : { brief: "", sent: last?.sent ?? "nothing", came: show(error.answer) };
        const mark = this.#rules[name]?.isAdvice ? "advice" : "fail";
        this.#add(mark, name, sentence, { problem: describe(error), exchange });
      }
      return undefined;
    }
  }

  abort(error) {
    this.#lines.push({
      mark: "fail",
      section: this.#section,
      rule: "-",
      sentence: "The check could not go on",
      problem: describe(error),
    });
    console.log(`  FAIL   The check could not go on\n           ${describe(error)}`);
  }

  #count = (mark) => this.#lines.filter((line) => line.mark === mark).length;

  #junit() {
    const cases = this.#lines.map(({ mark, section, rule, sentence, problem = "", sent, came, asks }) => {
      const inside =
        mark === "fail"
          ? `<failure message="${escaped(problem)}">${escaped(`sent ${sent}\ngot ${came}\nguide ${asks}`)}</failure>`
          : mark === "pass"
            ? ""
            : `<skipped message="${escaped(problem)}"/>`;
      return `  <testcase classname="${escaped(section)}" name="${escaped(`${rule}: ${sentence}`)}">${inside}</testcase>`;
    });
    return `<testsuite name="conformance" tests="${cases.length}" failures="${this.#count("fail")}">\n${cases.join("\n")}\n</testsuite>\n`;
  }

  /** @returns the exit code: 1 when a rule failed; advice is no failure */
  finish({ json, junit } = {}) {
    if (json) writeFileSync(json, `${JSON.stringify(this.#lines, null, 1)}\n`);
    if (junit) writeFileSync(junit, this.#junit());
    const others = ["advice", "skip"]
      .filter((mark) => this.#count(mark) > 0)
      .map((mark) => `, ${this.#count(mark)} ${mark === "skip" ? "skipped" : "advised"}`);
    console.log(`\n${this.#count("pass")} passed, ${this.#count("fail")} failed${others.join("")}`);
    return this.#count("fail") > 0 ? 1 : 0;
  }
}

export const expect = (isTrue, expected, answer) => {
  if (!isTrue) throw new Mismatch(expected, answer);
};
