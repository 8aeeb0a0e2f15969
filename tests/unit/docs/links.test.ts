import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].map((page) => ({ page, text: read(page) }));

const matches = (pattern: RegExp) =>
  pages.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([, found = ""]) => ({ page, found })));

/** As the sites that show Markdown make it of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, "")
    .trim()
    .replaceAll(" ", "-");

function isLinkGood({ page, found }: { page: string; found: string }): boolean {
  const [target = "", fragment] = found.split("#");
  const file = target === "" ? page : path.join(path.dirname(page), target);
  if (!existsSync(path.join(root, file))) return false;
  if (fragment === undefined) return true;
  return [...read(file).matchAll(/^#+ (.+)$/gm)].some(([, heading = ""]) => anchor(heading) === fragment);
}

describe("the documentation", () => {
  it("links to pages and headings that exist", () => {
    const links = matches(/\]\(([^)\s]+)\)/g).filter(({ found }) => !/^(https?|mailto):/.test(found));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => !isLinkGood(link))).toEqual([]);
  });

  it("names files that exist", () => {
    // Below data/ stands what a shop writes itself, below build/ what a checkout has not made yet.
    const named = matches(/`([\w.()[\]-]+\/[\w./()[\]-]+\.(?:ts|tsx|mjs|prisma|md|yaml|json))`/g).filter(
      ({ found }) => !/^(data|\.cache|build)\//.test(found),
    );
    expect(named.length).toBeGreaterThan(100);
    const isThere = ({ page, found }: { page: string; found: string }) =>
      [root, path.join(root, path.dirname(page))].some((from) => existsSync(path.join(from, found)));
    expect(named.filter((one) => !isThere(one))).toEqual([]);
  });

  it("names commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const run = matches(/npm run (?:-s )?([a-z][\w:-]*)/g);
    expect(run.length).toBeGreaterThan(20);
    expect(run.filter(({ found }) => !(found in scripts))).toEqual([]);

    const commands = readdirSync(path.join(root, "server/commands")).flatMap((file) =>
      [...read(`server/commands/${file}`).matchAll(/\.command\("([a-z-]+)/g)].map(([, name]) => name),
    );
    const shop = matches(/npm run shop -- ([a-z][a-z-]+)/g);
    expect(shop.length).toBeGreaterThan(5);
    expect(shop.filter(({ found }) => !commands.includes(found))).toEqual([]);
  });
});
