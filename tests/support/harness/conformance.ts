import { execFile } from "node:child_process";
import path from "node:path";
import type { Credentials } from "../builders/sites";

/** The command as somebody else runs it. */
export function runConformance(...args: string[]): Promise<{ code: number; text: string }> {
  const script = path.resolve(import.meta.dirname, "../../../tools/conformance/conformance.mjs");
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr });
    });
  });
}

export const credentialArguments = ({ key, secret }: Credentials) => ["--key", key, "--secret", secret];

export const failures = (text: string) => text.split("\n").filter((line) => line.includes("FAIL"));
