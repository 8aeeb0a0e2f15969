// The seed and the moved day of a run follow from the commit's tree: the same commit gives the same run.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { root } from "../bootstrap.mjs";

/** Days ahead, over four years: each season, each end of a month and a leap day are among them. */
const daysAhead = 1461;

function treeOf(commit) {
  try {
    return execFileSync("git", ["rev-parse", `${commit}^{tree}`], {
      cwd: root,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .toString()
      .trim();
  } catch {
    return "no git";
  }
}

/** KEYSHELF_TEST_SEED (a number) and KEYSHELF_TEST_DAY (`+31d`) repeat a run. */
export function runOfTree() {
  const hash = createHash("sha256").update(treeOf("HEAD")).digest();
  const seed = Number(process.env.KEYSHELF_TEST_SEED ?? hash.readUInt32BE(0) >>> 1);
  const day = process.env.KEYSHELF_TEST_DAY ?? `+${1 + (hash.readUInt32BE(4) % daysAhead)}d`;
  return { seed, day };
}
