import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { stated } from "../docs/licence-list";
import { closureOf, nameOfPlace, type Tree } from "./packages";
import { machinePackages, type Target, targets } from "./targets";

export interface Component {
  name: string;
  version: string;
  licence: string;
  /** Text that has to come with it. */
  text: string;
}

/** Folder of the package that holds a file, as package-lock.json names it. */
const placeOf = (file: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

/** Packages that were bundled into pages and programs, which the build's own source maps name. */
async function bundledPlaces(root: string): Promise<Set<string>> {
  const places = new Set<string>();
  for (const folder of [".next/server", "build"])
    for (const name of await readdir(path.join(root, folder), { recursive: true })) {
      if (!name.endsWith(".map")) continue;
      const text = (await readFile(path.join(root, folder, name), "utf8")).replaceAll("%40", "@");
      for (const [, place = ""] of text.matchAll(
        /[/"](node_modules\/(?:[^"\\]*?node_modules\/)?(?:@[^/"\\]+\/)?[^/"\\]+)\//g,
      ))
        places.add(place);
    }
  return places;
}

interface Manifest {
  name?: string;
  version?: string;
  license?: string | { type?: string };
  licenses?: { type?: string }[];
}

const licenceOf = ({ name = "", license, licenses }: Manifest): string =>
  (typeof license === "string" ? license : license?.type) ??
  licenses?.map(({ type }) => type).join(" OR ") ??
  stated[name] ??
  "unknown";

async function readComponent(folder: string): Promise<Component | null> {
  const manifest = await readFile(path.join(folder, "package.json"), "utf8").then(
    (text) => JSON.parse(text) as Manifest,
    () => null,
  );
  if (!manifest?.name || !manifest.version) return null;
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(folder, name), "utf8").catch(() => "")),
  );
  return {
    name: manifest.name,
    version: manifest.version,
    licence: licenceOf(manifest),
    text: texts.join("\n").replaceAll("\r\n", "\n").trim(),
  };
}

const byName = (one: Component, other: Component) =>
  `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1;

/** Its parts are packages of their own, which the source maps name one by one. */
const isShell = (name: string) => name === "radix-ui";

/**
 * Folders of all packages that a release holds, but for what one system alone has. A package that neither a trace nor a map names is drawn in
 * browsers only, where no map tells its parts: it counts with all that it needs.
 */
export async function commonPlaces(root: string, traced: readonly string[], tree: Tree): Promise<string[]> {
  const machine = new Set(targets.flatMap(machinePackages));
  const found = new Set([...(await bundledPlaces(root)), ...traced.flatMap((file) => placeOf(file) ?? [])]);
  for (const name of Object.keys(tree[""]?.dependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (found.has(place)) continue;
    for (const each of isShell(name) ? [place] : closureOf(tree, place)) found.add(each);
  }
  return [...found].filter((place) => tree[place] && !machine.has(nameOfPlace(place))).sort();
}

export async function readComponents(root: string, places: readonly string[]): Promise<Component[]> {
  const found = await Promise.all(places.map((place) => readComponent(path.join(root, place))));
  const components = found.filter((each) => each !== null);
  return [...new Map(components.map((each) => [`${each.name}@${each.version}`, each])).values()].sort(byName);
}

/** Packages of one system; with its libraries the licence of sharp's package names. */
export async function machineComponents(
  installed: string,
  target: Target,
  withNode: boolean,
): Promise<Component[]> {
  const names = [...machinePackages(target), ...(withNode ? [`node-${target}`] : [])];
  const found = await Promise.all(
    names.map((name) => readComponent(path.join(installed, "node_modules", name))),
  );
  return found.filter((each) => each !== null).sort(byName);
}

const purlOf = ({ name, version }: Component) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** The list in the form of CycloneDX, without time and serial number: the same release has the same list. */
export const cycloneDx = (version: string, components: readonly Component[]): string =>
  `${JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      version: 1,
      metadata: {
        component: { type: "application", name: "keyshelf", version, "bom-ref": `keyshelf@${version}` },
      },
      components: components.map((each) => ({
        type: "library",
        name: each.name,
        version: each.version,
        purl: purlOf(each),
        "bom-ref": purlOf(each),
        licenses: [
          / (OR|AND|WITH) /.test(each.licence)
            ? { expression: each.licence }
            : { license: { name: each.licence } },
        ],
      })),
    },
    null,
    1,
  )}\n`;

/** Every licence once, under the names of all packages that come under it. */
export function licenceText(components: readonly Component[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, licence, text } of components) {
    const names = byText.get(text) ?? [];
    byText.set(text, [...names, `${name} ${version} (${licence})`]);
  }
  const rule = "=".repeat(80);
  return [...byText]
    .map(
      ([text, names]) =>
        `${rule}\n${names.join("\n")}\n\n${text || "The package carries no text of its licence beside its name."}\n`,
    )
    .join("\n");
}
