import { readdir } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { inject } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const sources = "tests/support/processes";

type Program =
  | "api-server"
  | "bank-writer"
  | "embedded-owner"
  | "german-server"
  | "import-writer"
  | "reseal-writer"
  | "statement-recorder";

/** Packages of hundreds of small files: reading them one by one is a sixth of what a program takes to start. */
const inlined = ["jose", "kysely", "nodemailer", "semver", "undici", "yaml", "zod"];
const keptApart: Plugin = {
  name: "packages",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) => {
      const isOurs =
        kind === "entry-point" || name.startsWith("@/") || inlined.includes(name.split("/")[0] ?? "");
      return isOurs ? undefined : { path: name, external: true };
    });
  },
};

/** Bundles them once for a run, as `npm start` does with the shop: from its sources each would take seconds to start. */
export async function bundlePrograms(name: string): Promise<string> {
  const outdir = path.join(root, ".cache", name);
  const files = await readdir(path.join(root, sources));
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => path.join(sources, file)),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [keptApart],
    // Some of the packages call it.
    banner: {
      js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);',
    },
    sourcemap: "linked",
    logLevel: "warning",
  });
  return outdir;
}

/** For `spawn` and `fork`: a program of tests/support/processes. */
export const programOf = (name: Program): string => path.join(inject("testRun").programsDir, `${name}.mjs`);
