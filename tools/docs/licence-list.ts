import { readFileSync } from "node:fs";
import path from "node:path";

export interface LockedPackage {
  license?: string;
  dev?: boolean;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}
/** `packages` of package-lock.json, by folder. */
export type LockedPackages = Record<string, LockedPackage>;

const free = "free to use and to pass on with its notice";
const library =
  "a library of its own that is loaded as it is; whoever passes the shop on passes its source on, too, or says where it is";

/**
 * Licences that may run in a shop, in the words of the packages. A licence that is not here fails a test: read it
 * first.
 */
const allowed: Record<string, string> = {
  MIT: free,
  "MIT-0": "free to use and to pass on",
  ISC: free,
  "MIT and ISC": free,
  "MIT AND ISC AND BSD-3-Clause": free,
  "BSD-2-Clause": free,
  "BSD-3-Clause": free,
  "0BSD": "free to use and to pass on",
  "BlueOak-1.0.0": free,
  Unlicense: "in the public domain",
  "Python-2.0": free,
  "Apache-2.0": `${free}; grants patents`,
  "Apache-2.0 AND MIT": `${free}; grants patents`,
  "CC-BY-4.0": "data: free to use and to pass on, its author is named",
  "SIL OPEN FONT LICENSE": "a font: free to use and to pass on with what shows it",
  "MPL-2.0": `${library}. Builds the style sheets and does not run in the shop`,
  "EPL-2.0": `${library}. Comes with Prisma's tools and does not run in the shop`,
  "LGPL-3.0-or-later": `${library} (libvips, which reads pictures)`,
  "Apache-2.0 AND LGPL-3.0-or-later": `${library} (libvips)`,
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT": `${library} (libvips)`,
};

/** Packages whose description names no licence, by the text in them. */
export const stated: Record<string, string> = { "combine-errors": "MIT", "seq-queue": "MIT" };

const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, "");

/** Binaries of a platform often name none: theirs is that of the package that asks for them. */
function licencesOfParents(packages: LockedPackages): Map<string, string> {
  const found = new Map<string, string>();
  for (const { license, optionalDependencies } of Object.values(packages)) {
    for (const name of license ? Object.keys(optionalDependencies ?? {}) : []) found.set(name, license ?? "");
  }
  return found;
}

/** Names by licence, of everything but what only developing needs. `null` holds those that name none. */
export function packagesByLicence(packages: LockedPackages): Map<string | null, Set<string>> {
  const parents = licencesOfParents(packages);
  const names = new Map<string | null, Set<string>>();
  for (const [folder, { license, dev, link }] of Object.entries(packages)) {
    if (folder === "" || dev || link) continue;
    const name = nameOf(folder);
    const key = license ?? stated[name] ?? parents.get(name) ?? null;
    names.set(key, (names.get(key) ?? new Set()).add(name));
  }
  return names;
}

/** Packages that nobody has allowed, each with its licence. */
export const findForbidden = (packages: LockedPackages): string[] =>
  [...packagesByLicence(packages)]
    .filter(([licence]) => licence === null || !Object.hasOwn(allowed, licence))
    .flatMap(([licence, names]) => [...names].map((name) => `${name}: ${licence ?? "no licence"}`));

export const readLock = (root: string): LockedPackages =>
  JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;

/** docs/licences.md. */
export function licenceList(root: string): string {
  const byLicence = packagesByLicence(readLock(root));
  const sections = Object.entries(allowed).flatMap(([licence, what]) => {
    const names = [...(byLicence.get(licence) ?? [])].sort();
    return names.length === 0
      ? []
      : [
          `## ${licence}\n\n${what[0]?.toUpperCase()}${what.slice(1)}. ${names.length === 1 ? "One package" : `${names.length} packages`}:\n\n${names.join(", ")}`,
        ];
  });
  return `# Licences

Written by \`npm run docs\` from \`package-lock.json\`: what is installed to run a shop, on any platform, without what only developing needs.
\`npm run sbom\` lists the versions. A test fails when a package comes with a licence that is not in \`tools/docs/licence-list.ts\`.
The embedded database is PostgreSQL under the PostgreSQL licence: free to use and to pass on with its notice. Keyshelf itself: [MIT](../LICENSE).

${sections.join("\n\n")}
`;
}
