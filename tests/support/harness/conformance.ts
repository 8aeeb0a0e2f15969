import { execFile } from "node:child_process";
import path from "node:path";
import { freePort } from "../../../tools/cluster/free-port";
import type { Credentials } from "../builders/sites";

/** The command as somebody else runs it. */
export function runConformance(...args: string[]): Promise<{ code: number; text: string }> {
  const script = path.resolve(import.meta.dirname, "../../../tools/conformance/conformance.mjs");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { timeout: 300_000, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr });
      },
    );
  });
}

export const credentialArguments = ({ key, secret }: Credentials) => ["--key", key, "--secret", secret];

/** Lines of a mark, with the detail below each. */
export const failures = (text: string) =>
  text.split(/\n(?= {2}[A-Z])/).filter((line) => line.trimStart().startsWith("FAIL"));

/** Rules that the report marks like this. */
export const namedRules = (text: string, mark: "PASS" | "FAIL" | "ADVICE" | "SKIP") =>
  [...text.matchAll(/^ {2}([A-Z]+) +(\S+)/gm)].flatMap(([, found, rule]) =>
    found === mark && rule ? [rule] : [],
  );

/** An address of this machine at which nothing listens. */
export const freeAddress = async (): Promise<string> => `127.0.0.1:${await freePort()}`;
