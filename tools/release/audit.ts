import { spawnSync } from "node:child_process";

interface Vulnerability {
  severity: string;
  /** Folders, as package-lock.json names them. */
  nodes: string[];
}

const serious = new Set(["high", "critical"]);

/**
 * Judges what `npm audit --json` said of the packages that a release holds.
 * @returns null when the registry was not asked or gave no list
 */
export function judgeAudit(
  answer: string,
  places: readonly string[],
): { serious: string[]; others: string[] } | null {
  let found: Record<string, Vulnerability> | undefined;
  try {
    found = (JSON.parse(answer) as { vulnerabilities?: Record<string, Vulnerability> }).vulnerabilities;
  } catch {
    return null;
  }
  if (!found) return null;
  const held = new Set(places);
  const ours = Object.entries(found).filter(([, { nodes }]) => nodes.some((place) => held.has(place)));
  const named = (isSerious: boolean) =>
    ours
      .filter(([, { severity }]) => serious.has(severity) === isSerious)
      .map(([name, { severity }]) => `${name} (${severity})`);
  return { serious: named(true), others: named(false) };
}

/**
 * Asks the registry about known holes in the packages of a release. A signed release is not made unasked.
 * @returns the line for whoever makes it. @throws with the names of packages that have a serious one
 */
export function auditPackages(
  root: string,
  places: readonly string[],
  { isSigned, mayBeUnasked }: { isSigned: boolean; mayBeUnasked: boolean },
): string {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--package-lock-only", "--omit=dev"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  const found = judgeAudit(stdout ?? "", places);
  if (!found) {
    const said =
      "npm audit got no answer from the registry, so known holes of the packages were not looked for";
    if (isSigned && !mayBeUnasked) throw new Error(`${said}: --unaudited signs all the same.`);
    return `${said}.`;
  }
  if (found.serious.length > 0)
    throw new Error(`Packages of the release have known holes: ${found.serious.join(", ")}. Run npm audit.`);
  return `npm audit: no serious hole in a package of the release${found.others.length > 0 ? `; of others ${found.others.join(", ")}` : ""}.`;
}
