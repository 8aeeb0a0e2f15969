import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { replacedWords } from "./support/harness/replaced-words";

const root = path.resolve(import.meta.dirname, "..");

function files(folder: string, pattern: RegExp): string[] {
  return (
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && pattern.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.startsWith("lib/db/generated/"))
      // Made from the description, whose words and sentences have tests of their own.
      .filter(
        (file) => !/^(clients\/typescript\/src\/api-types\.ts$|(clients|examples)\/\w+\/dist\/)/.test(file),
      )
      .sort()
  );
}

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const code = (...folders: string[]) => folders.flatMap((folder) => files(folder, /\.tsx?$/));

/** Rooms that run, measure and play. */
const program = ["app", "components", "lib", "scripts", "server", "tools"] as const;
const everything = [...program, "clients", "examples", "messages", "prisma", "tests"] as const;

describe("the house", () => {
  it("has no file without a subject: index, helpers, utils, manager, common", () => {
    const vague = code(...program).filter((file) =>
      /(^|[/-])(index|helpers?|utils?|utilities|manager|common|misc|shared)\.tsx?$/.test(file),
    );
    expect(vague).toEqual([]);
  });

  it("names its files in kebab-case", () => {
    const isKebab = (file: string) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/.test(path.basename(file));
    const odd = code(...program, "tests").filter((file) => !isKebab(file));
    expect(odd).toEqual([]);
  });

  it("keeps every file of lib at 250 lines and every other at 300", () => {
    // The table of routes grows with them, and nobody writes it.
    const written = (file: string) => read(file).startsWith("// Written by `npm run docs`");
    const long = code(...everything)
      .filter((file) => !written(file))
      .map((file) => ({ file, lines: read(file).split("\n").length - 1 }))
      .filter(({ file, lines }) => lines > (file.startsWith("lib/") ? 250 : 300))
      .map(({ file, lines }) => `${file}: ${lines}`);
    expect(long).toEqual([]);
  });

  it("knows the languages from lib/core/locale.ts only", () => {
    const spelled = /\b(?:zh ?\| ?en|en ?\| ?zh)\b|["'](?:en|zh)["']|\bzh-\w+/;
    // Notes of the server itself, and of terminals; keys of tables that the compiler holds whole.
    const technical =
      /sayRefusal\([^;]*"en"\)|toLocaleString\("en"\)|Intl\.\w+\("en"|lang="en"|^ +"zh-hant": /gm;
    const others = [...code(...program), "proxy.ts", "next.config.mjs"].filter(
      (file) => file !== "lib/core/locale.ts" && spelled.test(read(file).replace(technical, "")),
    );
    expect(others).toEqual([]);
  });

  it("takes every limit from the table in lib/config/limits.ts", () => {
    const others = code("app", "lib").filter(
      (file) =>
        !/^lib\/(config\/limits|db\/rate-limit)\.ts$/.test(file) &&
        /windowSeconds: |consume(Leased)?RateLimit\(/.test(read(file)),
    );
    expect(others).toEqual([]);
  });

  it("computes the rows of a page in lib/core/paging.ts only", () => {
    const others = code("app", "lib").filter(
      (file) => file !== "lib/core/paging.ts" && /\b(page|number) - 1\) \*/.test(read(file)),
    );
    expect(others).toEqual([]);
  });

  it("makes every handler of the API with route()", () => {
    const routes = files("app/api/v1", /^route\.ts$/);
    expect(routes.length).toBeGreaterThan(20);
    const bare = routes.filter((file) => {
      const text = read(file);
      return /export (async )?function/.test(text) || !/@\/lib\/http\//.test(text);
    });
    expect(bare).toEqual([]);
    const isResource = (file: string) => file.endsWith("/[[...path]]/route.ts");
    const unknownPath = "app/api/v1/[[...path]]/route.ts";
    // It is made of the tables, and is no line of one.
    const description = "app/api/v1/admin/openapi.json/route.ts";
    // The admin's API is a table a resource; what other programs call is a file a path.
    const misplaced = routes.filter((file) => isResource(file) !== file.startsWith("app/api/v1/admin/"));
    expect(misplaced).toEqual([unknownPath, description]);
  });

  it("proves the caller on every page of the admin panel", () => {
    const proof = /await (page\.open|requirePageAdmin)\(|^export default (page\.(list|show)\(|\w+Editor\.)/m;
    const unproved = files("app/admin/(panel)", /^page\.tsx$/).filter((file) => !proof.test(read(file)));
    // An old address that leads on to another page.
    expect(unproved).toEqual(["app/admin/(panel)/alerts/page.tsx"]);
  });

  it("uses nothing of Next in the API and in lib, session excepted", () => {
    const users = code("app/api/v1", "lib")
      .filter((file) => file !== "lib/http/caller/session.ts")
      .filter((file) => /from "next(\/|")|from "next-auth|import\("next/.test(read(file)));
    expect(users).toEqual([]);
  });

  it("reads the environment in one file", () => {
    const readers = code("app", "components", "lib", "messages", "prisma").filter((file) =>
      /process\.env\b/.test(read(file)),
    );
    expect(readers).toEqual(["lib/config/env.ts"]);
  });

  it("silences neither the compiler nor the linter", () => {
    const silencers = code(...everything)
      .filter((file) => file !== "tests/architecture.test.ts")
      .filter((file) => /@ts-(ignore|nocheck|expect-error)|biome-ignore|\bas any\b/.test(read(file)));
    expect(silencers).toEqual([]);
  });

  it("keeps SQL and Kysely chains in sql.ts of a domain, or its folder sql, and never in both", () => {
    // Files of lib/db itself that make and run SQL.
    const machinery = ["fixed-statement", "kysely", "migrations/migrate", "sql-pieces", "statement"].map(
      (name) => `lib/db/${name}.ts`,
    );
    const isSqlFile = (file: string) =>
      machinery.includes(file) || /^lib\/[^/]+(\/[^/]+)?\/sql(\.ts|\/[^/]+\.ts)$/.test(file);
    const hasSql = (file: string) => /from "kysely"|\.sql\s*\.\w+\(/.test(read(file));
    const found = code("app", "components", "lib").filter((file) => hasSql(file) && !isSqlFile(file));
    expect(found).toEqual([]);
    const twice = code("lib").filter(
      (file) => file.endsWith("/sql.ts") && existsSync(path.join(root, file.replace(/\.ts$/, ""))),
    );
    expect(twice).toEqual([]);
  });

  it("writes SQL with Kysely alone: Prisma's own raw queries are untyped", () => {
    const raw = /\$(query|execute)Raw|Prisma\.(sql|raw|join|empty)\b/;
    const users = code("app", "components", "lib").filter((file) => raw.test(read(file)));
    // Tests, seeds and benchmarks write by hand what no code of the shop would; this is what runs it.
    expect(users).toEqual(["lib/db/statement.ts"]);
  });

  it("uses the words of docs/glossary.md in every form: none that it replaced", () => {
    const sources = [
      ...code(...everything),
      ...files("messages", /\.json$/),
      ...files("prisma/models", /\.prisma$/),
    ];
    const found = sources.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, at) => replacedWords(line).map((word) => `${file}:${at + 1}: ${word}`)),
    );
    // The list itself, and its examples.
    const lists = /^tests\/(unit\/docs\/replaced-words\.test|support\/harness\/replaced-words)\.ts:/;
    expect(found.filter((place) => !lists.test(place))).toEqual([]);
  });

  it("states every closed list of a schema once", () => {
    const lists = code("lib").flatMap((file) =>
      [...read(file).matchAll(/z\.enum\(\[([^\]]+)\]\)/g)].map(([, list = ""]) => ({
        file,
        list: [...list.matchAll(/"([^"]+)"/g)]
          .map(([, word = ""]) => word)
          .sort()
          .join(" "),
      })),
    );
    const repeated = lists.filter(
      ({ list }, place) => lists.findIndex((other) => other.list === list) !== place,
    );
    expect(repeated).toEqual([]);
  });

  it("can be installed on every system: the lock file names the packages of all platforms", () => {
    interface Locked {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    }
    const { packages } = JSON.parse(read("package-lock.json")) as Locked;
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !Object.keys(packages).some((place) => place.endsWith(`node_modules/${name}`)));
    expect(missing, "npm ci refuses such a lock file; npm drops what its registry does not have").toEqual([]);
  });
});
