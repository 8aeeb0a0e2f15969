import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer } from "vitest/node";
import { root } from "../bootstrap.mjs";

const durations = JSON.parse(readFileSync(path.join(root, "tests/durations.json"), "utf8"));
const secondsOf = ({ moduleId }) => durations[path.relative(root, moduleId)] ?? 0;

/**
 * Keeps the files of a project together, so that they share a worker (`isolate: false`), and begins with the longest of each:
 * no worker ends the run alone with a long one.
 */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const order = [...new Set(files.map(({ project }) => project.name))];
    return [...files].sort(
      (a, b) =>
        order.indexOf(a.project.name) - order.indexOf(b.project.name) ||
        secondsOf(b) - secondsOf(a) ||
        (a.moduleId < b.moduleId ? -1 : 1),
    );
  }
}
