import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test/longest-first.mjs";
import { filesWithDates, findFaketime, movedClock } from "./scripts/test/moved-day.mjs";

const root = import.meta.dirname;
const alias = { "@": root };

/** One second, the default, is too short for what a worker or a browser does on a busy machine. */
const expectations = { poll: { timeout: 30_000 } };

/** Ends what hangs; a test of three seconds takes twenty on a busy machine. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Files of a project share their worker's modules: importing the shop anew for each took half of the run. */
const isolate = false;

const onNothing = {
  isolate,
  include: ["tests/unit/**/*.test.ts", "tests/{architecture,rules}.test.ts"],
  setupFiles: ["tests/support/harness/setup-unit.ts"],
  // Reading every import of the project takes a minute on a busy machine.
  testTimeout: 180_000,
};

/** These run on a real PostgreSQL, one database a worker. */
const onDatabase = {
  include: ["tests/{integration,api}/**/*.test.ts"],
  globalSetup: ["tests/support/harness/global-setup.ts"],
  setupFiles: ["tests/support/harness/setup.ts"],
  expect: expectations,
  isolate,
  ...timeouts,
};

const rooms = { unit: onNothing, database: onDatabase };

/** `+31d`: the tests that deal with dates run that far ahead (scripts/test/run-of-tree.mjs), and not today. */
const day = process.env.KEYSHELF_TEST_DAY;
const library = findFaketime();
const moved = day && library ? { env: movedClock(library, day), files: filesWithDates() } : undefined;

const projects = Object.entries(rooms).flatMap(([name, test]) => {
  if (!moved) return [{ resolve: { alias }, test: { ...test, name } }];
  const isHere = (file: string) => file.startsWith("tests/unit/") === (name === "unit");
  const { env, files } = moved;
  return [
    { resolve: { alias }, test: { ...test, name, exclude: files } },
    { resolve: { alias }, test: { ...test, name: `${name}, moved day`, include: files.filter(isHere), env } },
  ];
});

export default defineConfig({
  root,
  // Vite looks for a PostCSS configuration that only the pages need.
  css: { postcss: {} },
  cacheDir: path.join(root, "node_modules/.cache/vitest"),
  test: {
    // One more than there are processors: a file often waits, for a line to die or a server to start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Each project would translate the same modules again: of quick files on a fresh clone a sixth of the processor time.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: path.join(root, "node_modules/.cache/vitest-modules"),
    },
    projects: [
      ...projects,
      {
        resolve: { alias },
        test: {
          name: "e2e",
          isolate,
          // Tabs at a time in a file of concurrent tests: more of them take the processors from the file beside it.
          maxConcurrency: 2,
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/harness/global-setup.ts"],
          expect: expectations,
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
