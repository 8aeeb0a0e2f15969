import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Generator, hasPackages, installed, installPackages, kinds, ownModule, run } from "./generator";

const compilerOptions = {
  strict: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [ownModule("@types")],
};

/** Checks the program strictly, with all that was generated. */
async function compile(folder: string, program: string, generated: readonly string[]): Promise<void> {
  writeFileSync(path.join(folder, "buy.ts"), program);
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  const files = ["buy.ts", ...generated];
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await run(process.execPath, [ownModule("typescript/lib/tsc.js"), "-p", folder], { cwd: folder });
}

const buy: Generator["buy"] = (folder, env) =>
  run(process.execPath, ["--import", ownModule("tsx/dist/esm/index.mjs"), "buy.ts"], { cwd: folder, env });

export const openapiTypescript: Generator = {
  chapter: "TypeScript: openapi-typescript and openapi-fetch",
  isInstalled: () => hasPackages("typescript"),
  install: () => installPackages("typescript"),
  make: async (folder, documents, program) => {
    const modules = installed("typescript", "node_modules");
    symlinkSync(modules, path.join(folder, "node_modules"));
    const cli = path.join(modules, "openapi-typescript/bin/cli.js");
    for (const kind of kinds)
      await run(process.execPath, [cli, documents[kind], "-o", `${kind}.d.ts`], { cwd: folder });
    await compile(
      folder,
      program,
      kinds.map((kind) => `${kind}.d.ts`),
    );
  },
  buy,
};

export const heyApi: Generator = {
  chapter: "TypeScript: hey-api",
  isInstalled: () => hasPackages("judges"),
  install: () => installPackages("judges"),
  make: async (folder, documents, program) => {
    const cli = installed("judges", "node_modules/@hey-api/openapi-ts/bin/run.js");
    for (const [output, document] of [
      ["client", documents.shop],
      ["admin", documents.admin],
    ])
      await run(
        process.execPath,
        [cli, "-i", String(document), "-o", String(output), "-c", "@hey-api/client-fetch"],
        { cwd: folder },
      );
    await compile(folder, program, ["client/index.ts", "admin/index.ts"]);
  },
  buy,
};
