import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../../..");
const cache = path.join(root, ".cache/generators");
const page = readFileSync(path.join(root, "docs/generated-clients.md"), "utf8");

export const ownModule = (name: string) => path.join(root, "node_modules", name);
/** Where the packages of a folder of tests/generators are installed. */
export const installed = (name: string, ...parts: string[]) => path.join(cache, name, ...parts);
export const wanted = (name: string, file: string) => path.join(root, "tests/generators", name, file);

/** Files of the two documents. */
export type Documents = Readonly<Record<"shop" | "admin", string>>;
export const kinds = ["shop", "admin"] as const;

export interface Generator {
  /** Heading of its chapter in docs/generated-clients.md. */
  chapter: string;
  isInstalled(): boolean;
  /** In the long run. `npm test -- --install` prepares what the short one uses. */
  install?(): Promise<unknown>;
  /** Makes a client of both documents, and compiles them with the program. */
  make(folder: string, documents: Documents, program: string): Promise<unknown>;
  buy(folder: string, env: Record<string, string>): Promise<string>;
}

/** Ends what hangs: Maven and Go fetch what they need at their first run. */
const mostMs = 400_000;

/** The standard output of a program. @throws with all that it wrote when it fails */
export const run = (
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...process.env, NODE_OPTIONS: "", ...env },
      maxBuffer: 50_000_000,
      timeout: mostMs,
    };
    execFile(command, [...args], options, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    );
  });

export const findProgram = (name: string): boolean =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

export async function installPackages(name: string): Promise<void> {
  mkdirSync(installed(name), { recursive: true });
  cpSync(wanted(name, "package.json"), installed(name, "package.json"));
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
  await run("npm", args, { cwd: installed(name) });
}
export const hasPackages = (name: string) => existsSync(installed(name, "node_modules"));

function programOfChapter(chapter: string): string {
  const [, text = ""] = page.split(`\n## ${chapter}\n`);
  return /```[a-z]+\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
}

/** Runs the program of a generator's chapter. @returns the keys that it bought, as it printed them */
export async function buyWith(
  generator: Generator,
  documents: Documents,
  env: Record<string, string>,
): Promise<string[]> {
  const program = programOfChapter(generator.chapter);
  if (program === "") throw new Error(`docs/generated-clients.md has no program of ${generator.chapter}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-client-"));
  try {
    await generator.make(folder, documents, program);
    return (await generator.buy(folder, env)).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
