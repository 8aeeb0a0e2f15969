import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const wanted = path.join(root, "tests/generators/typescript/package.json");
const installed = path.join(root, ".cache/generators/typescript");
const generator = path.join(installed, "node_modules/openapi-typescript/bin/cli.js");

export const clientTypesFile = path.join(root, "clients/typescript/src/api-types.ts");

/** Parts of a description that types are made from. Version and address of the shop say nothing of them. */
interface Described {
  paths: object;
  webhooks: object;
  components: object;
}

/** First line of the types of this description, made with the generator of today. */
export function headOf({ paths, webhooks, components }: Described): string {
  const made = createHash("sha256").update(readFileSync(wanted));
  const mark = made.update(JSON.stringify({ paths, webhooks, components })).digest("hex");
  return `// Written by \`npm run docs\` with openapi-typescript, from the description ${mark}\n`;
}

export const readClientTypes = () =>
  existsSync(clientTypesFile) ? readFileSync(clientTypesFile, "utf8") : "";

export const hasGenerator = () => existsSync(generator);

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${stderr}`);
}

/** openapi-typescript is no package of the shop: it has a folder of its own, as the other generators have. */
export function installGenerator(): void {
  if (hasGenerator()) return;
  mkdirSync(installed, { recursive: true });
  cpSync(wanted, path.join(installed, "package.json"));
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"], installed);
}

/** The types of a description, whole, as `npm run docs` writes them. */
export function makeClientTypes(document: Described): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-types-"));
  try {
    writeFileSync(path.join(folder, "shop.json"), JSON.stringify(document));
    run(process.execPath, [generator, "shop.json", "-o", "made.ts"], folder);
    return headOf(document) + readFileSync(path.join(folder, "made.ts"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The public description as the shop serves it. */
async function readShopDescription(): Promise<Described> {
  const [route, { answerDescription }] = await Promise.all([
    import("@/app/api/v1/openapi.json/route"),
    import("@/app/api/v1/description"),
  ]);
  const asked = new Request("http://localhost:8080/api/v1/openapi.json");
  const answer = await answerDescription("shop", asked, { "openapi.json": async () => route });
  return (await answer.json()) as Described;
}

/** Nothing is made where the types are those of the description already: most runs change no operation. */
export async function writeClientTypes(): Promise<boolean> {
  const document = await readShopDescription();
  if (readClientTypes().startsWith(headOf(document))) return false;
  installGenerator();
  writeFileSync(clientTypesFile, makeClientTypes(document));
  return true;
}
