import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const durations: Record<string, number> = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../durations.json"), "utf8"),
);

/** Begins with the longest file of all projects, so that no worker ends the run alone with a long one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root;
    const secondsOf = ({ moduleId }: TestSpecification) => durations[path.relative(root, moduleId)] ?? 0;
    return [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}
