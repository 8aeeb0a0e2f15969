import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
/** Plain Node without types: it runs before there are any. */
const {
  commandSources,
  pages,
  programSources,
  programs,
}: Record<"commandSources" | "pages" | "programSources" | "programs", readonly string[]> = await import(
  path.join(root, "scripts/bootstrap.mjs")
);
const standsIn = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

describe("a change of a file", () => {
  it("makes the programs and the commands anew when it is bundled into them", async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [...programSources, ...commandSources],
      outdir: "build",
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      splitting: true,
      packages: "external",
      metafile: true,
      write: false,
    });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.length).toBeGreaterThan(500);
    expect(inputs.filter((file) => !standsIn(file, programs))).toEqual([]);
  });

  it("makes the pages anew when Next reads it by its name", () => {
    const read = readdirSync(root).filter((name) =>
      /^(app|components|lib|messages|public|(proxy|middleware|instrumentation|instrumentation-client|mdx-components)\.tsx?|next\.config\.\w+|postcss\.config\.\w+|tsconfig\.json)$/.test(
        name,
      ),
    );
    expect(read).toContain("instrumentation.ts");
    expect(read.filter((name) => !standsIn(name, pages))).toEqual([]);
    expect([...programs, ...pages].filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
  });
});
