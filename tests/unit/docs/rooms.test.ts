import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

/** Git leaves empty folders where files were moved away. */
const hasFile = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !["generated", "sql"].includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => hasFile(path.join(root, folder, name)));

const filesIn = (folder: string): number =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile()).length;

const foldersBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith("lib/db/generated"));

describe("the rooms of lib", () => {
  it("hold at most 18 files flat, the wings of the interconnect excepted", () => {
    const full = foldersBelow("lib").filter((folder) => filesIn(folder) > 18);
    expect(full.sort()).toEqual(["lib/interconnect/agent", "lib/interconnect/main"]);
  });

  it("are named in docs/architecture", () => {
    const page = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
    const told = [...page.matchAll(/^\| `(lib\/[a-z]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
      ([, domain = "", rooms = ""]) => [
        domain,
        [...rooms.matchAll(/`([a-z-]+)`/g)].map(([, room = ""]) => room).sort(),
      ],
    );
    const there = foldersIn("lib")
      .map((domain) => [`lib/${domain}`, foldersIn(`lib/${domain}`).sort()] as const)
      .filter(([, rooms]) => rooms.length > 0);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(there));
  });
});
