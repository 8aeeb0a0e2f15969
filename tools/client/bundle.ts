import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const source = path.resolve(import.meta.dirname, "../../clients/typescript/src");

/** Parts of the client, each one file that needs no other. */
export const clientParts = ["shop", "partner"] as const;

/** Bundles the parts into a folder; without one they are only handed back. @returns the bytes of each */
export async function bundleClient(folder?: string): Promise<Record<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: clientParts.map((name) => path.join(source, `${name}.ts`)),
    outdir: folder ?? source,
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
  });

  if (folder) {
    await mkdir(folder, { recursive: true });
    for (const { path: file, contents } of outputFiles) await writeFile(file, contents);
  }
  return Object.fromEntries(
    outputFiles.map(({ path: file, contents }) => [path.basename(file, ".js"), contents]),
  );
}
