import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const statement = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:([^;"']*?)\s*from\s+)?"([^"]+)"/g;
const onlyTypes = /^\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}$/;

/** Reads each file once: most pages share most of theirs. */
function remembered<T>(work: (file: string) => T): (file: string) => T {
  const known = new Map<string, T>();
  return (file) => {
    const found = known.get(file) ?? work(file);
    known.set(file, found);
    return found;
  };
}

/** Imports of a file that are made at once and not of types alone: files of ours as their paths, packages by name. */
const importsOf = remembered((file): string[] => {
  const text = readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(statement)].flatMap(([, names = "", from = ""]) => {
    if (onlyTypes.test(names.trim())) return [];
    if (!/^(@\/|\.{1,2}\/)/.test(from)) return [from];
    const base = from.startsWith("@/") ? from.slice(2) : path.posix.join(path.posix.dirname(file), from);
    return [`${base}.tsx`, `${base}.ts`].filter(isOurs);
  });
});

const isOurs = remembered((file) => existsSync(path.join(root, file)));
const isClient = remembered((file) => /^"use client";/.test(readFileSync(path.join(root, file), "utf8")));

/**
 * Follows the imports of a page. Of what stands behind a "use client", and so comes with the page's own script, those of which
 * `wanted` is true: each as the chain of files that leads to it. What is imported later, by `import()`, is no part of it.
 */
export function sentWith(page: string, wanted: (name: string) => boolean): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, chain: readonly string[], behindClient: boolean) => {
    const client = behindClient || (isOurs(file) && isClient(file));
    const key = `${client} ${file}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (client && wanted(file)) found.push([...chain, file].join(" > "));
    else if (isOurs(file)) for (const next of importsOf(file)) visit(next, [...chain, file], client);
  };
  visit(page, [], false);
  return found;
}
