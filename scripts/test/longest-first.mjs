import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer } from "vitest/node";
import { root } from "../bootstrap.mjs";

const durations = JSON.parse(readFileSync(path.join(root, "tests/durations.json"), "utf8"));
const secondsOf = ({ moduleId }) => durations[path.relative(root, moduleId)] ?? 0;

/** Begins with the longest file of all projects, so that no worker ends the run alone with a long one. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    return [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}
