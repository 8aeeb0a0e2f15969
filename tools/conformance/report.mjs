const marks = { pass: "PASS", fail: "FAIL", skip: "SKIP" };

/** A refused expectation: what was expected and what came instead. */
export class Mismatch extends Error {}

/** A rule that this server gives no occasion to check; the message says why. */
export class Skipped extends Error {}

export class Report {
  #counts = { pass: 0, fail: 0, skip: 0 };

  section(title) {
    console.log(`\n${title}`);
  }

  #line(mark, rule, sentence, detail) {
    this.#counts[mark] += 1;
    console.log(`  ${marks[mark]}  ${rule.padEnd(5)} ${sentence}`);
    if (detail) for (const line of detail.split("\n")) console.log(`              ${line}`);
  }

  skip(rule, sentence, why) {
    this.#line("skip", rule, sentence, why);
  }

  /** Runs one rule. @returns what it returned, or undefined when it failed or was skipped */
  async rule(rule, sentence, check) {
    try {
      const value = await check();
      this.#line("pass", rule, sentence);
      return value;
    } catch (error) {
      if (error instanceof Skipped) this.skip(rule, sentence, error.message);
      else this.#line("fail", rule, sentence, error instanceof Mismatch ? error.message : describe(error));
      return undefined;
    }
  }

  abort(error) {
    this.#line("fail", "-", "The check could not go on", describe(error));
  }

  finish() {
    const { pass, fail, skip } = this.#counts;
    console.log(`\n${pass} passed, ${fail} failed${skip > 0 ? `, ${skip} skipped` : ""}`);
    return fail > 0 ? 1 : 0;
  }
}

const describe = (error) => {
  const cause = error?.cause?.code ?? error?.cause?.message;
  return `${error?.message ?? error}${cause ? ` (${cause})` : ""}`;
};

export const expect = (isTrue, expected, answer) => {
  if (isTrue) return;
  throw new Mismatch(
    `expected ${expected}\ngot      ${answer === undefined ? "something else" : show(answer)}`,
  );
};

const show = (answer) =>
  typeof answer === "object" && answer !== null && "text" in answer
    ? `HTTP ${answer.status} ${answer.text.slice(0, 300)}`
    : JSON.stringify(answer);
