import { type ChildProcess, execFile } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** `npm run shop -- …` as an operator gives it in the folder `cwd`, in a process of its own. */
export function beginCommand(
  cwd: string,
  settings: Record<string, string>,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<Ended> } {
  const foreign = /^(KEYSHELF_|DATABASE_URL$|NODE_OPTIONS$|VITEST)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  let end: (ended: Ended) => void = () => undefined;
  const ended = new Promise<Ended>((resolve) => (end = resolve));
  const child = execFile(
    process.execPath,
    [path.join(root, "scripts/shop.mjs"), ...args],
    { cwd, env: { ...env, NODE_ENV: "test", NODE_NO_WARNINGS: "1", ...settings } },
    (error, stdout, stderr) => end({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
  );
  return { child, ended };
}
