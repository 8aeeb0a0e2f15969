// Finds the tests that depend on what differs from a commit, nearest first by the graph of imports.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root, StopError } from "../bootstrap.mjs";

/** Seconds of tests (one after the other) that a change waits for; the rest is for `npm test`. */
const budget = 150;
const unknownFile = 3;
const durations = JSON.parse(readFileSync(path.join(root, "tests/durations.json"), "utf8"));

const git = (...args) =>
  execFileSync("git", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
    .toString()
    .split("\n")
    .filter(Boolean);

const succeeds = (...args) => {
  try {
    return git(...args);
  } catch {
    return undefined;
  }
};

/** The newest commit that others have: the branch's upstream, or main when another branch is checked out. */
function landedCommit() {
  const upstream =
    succeeds("rev-parse", "--verify", "@{upstream}") ?? succeeds("rev-parse", "--verify", "main");
  return (upstream && succeeds("merge-base", "HEAD", upstream[0])?.[0]) ?? "HEAD";
}

function changedFiles(base) {
  const changed = succeeds("diff", "--name-only", base);
  if (!changed) throw new StopError(`git knows no commit ${base}.`);
  return [...new Set([...changed, ...git("ls-files", "--others", "--exclude-standard")])];
}

/** Maps each file to the files that import it. */
async function importersOf(tests) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: tests,
    bundle: true,
    write: false,
    // Without it each test would be printed with all that it imports.
    splitting: true,
    metafile: true,
    outdir: "nowhere",
    platform: "node",
    format: "esm",
    packages: "external",
    loader: { ".node": "empty", ".png": "empty", ".css": "empty" },
    logLevel: "error",
  });
  const importers = new Map();
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path: target, external } of imports) {
      if (!external) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Counts the imports between a changed file and each file above it. */
function distances(changed, importers) {
  const found = new Map(changed.map((file) => [file, 0]));
  const queue = [...changed];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const importer of importers.get(file) ?? []) {
      if (found.has(importer)) continue;
      found.set(importer, found.get(file) + 1);
      queue.push(importer);
    }
  }
  return found;
}

/** @param commit what to compare with; by default the newest commit that has landed */
export async function testsOfChange(commit = landedCommit()) {
  const changed = changedFiles(commit);
  const all = git("ls-files", "--cached", "--others", "--exclude-standard", "tests").filter((file) =>
    file.endsWith(".test.ts"),
  );
  const isBrowser = (file) => file.startsWith("tests/e2e/");
  const importers = await importersOf(all.filter((file) => !isBrowser(file)));
  const distance = distances(changed, importers);
  // These read the sources themselves: no import leads to them.
  const house = ["tests/architecture.test.ts", "tests/rules.test.ts"];
  const nearest = all
    .filter((file) => !isBrowser(file) && !house.includes(file) && distance.has(file))
    .sort((a, b) => distance.get(a) - distance.get(b) || (durations[a] ?? 0) - (durations[b] ?? 0));
  const files = [...house];
  const later = [];
  let seconds = 0;
  for (const file of nearest) {
    const further = durations[file] ?? unknownFile;
    if (changed.includes(file) || seconds + further <= budget) {
      files.push(file);
      seconds += further;
    } else later.push(file);
  }
  const isShown = changed.some((file) => /^(app|components|messages|lib|proxy)/.test(file));
  const browser = all.filter((file) => isBrowser(file) && (isShown || changed.includes(file)));
  return {
    files,
    leftOut: [
      { why: "Browser files that need a build; npm test runs them", names: browser },
      { why: "Further files that the change reaches by more imports; npm test runs them", names: later },
    ].filter(({ names }) => names.length > 0),
  };
}
