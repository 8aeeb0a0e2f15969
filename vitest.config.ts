import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;
const alias = { "@": root };

/** One second, the default, is too short for what a worker or a browser does on a busy machine. */
const expectations = { poll: { timeout: 30_000 } };

/** These run on a real PostgreSQL, one database a worker. */
const onDatabase = (name: string) => ({
  resolve: { alias },
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    globalSetup: ["tests/support/harness/global-setup.ts"],
    setupFiles: ["tests/support/harness/setup.ts"],
    expect: expectations,
    // Ends what hangs; a test of three seconds takes twenty on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  root,
  // Vite looks for a PostCSS configuration that only the pages need.
  css: { postcss: {} },
  cacheDir: path.join(root, "node_modules/.cache/vitest"),
  test: {
    maxWorkers: Number(process.env.KEYSHELF_TEST_WORKERS ?? 2),
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "tests/{architecture,rules}.test.ts"],
          setupFiles: ["tests/support/harness/setup-unit.ts"],
          // Reading every import of the project takes a minute on a busy machine.
          testTimeout: 180_000,
        },
      },
      onDatabase("integration"),
      onDatabase("api"),
      {
        resolve: { alias },
        test: {
          name: "e2e",
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
