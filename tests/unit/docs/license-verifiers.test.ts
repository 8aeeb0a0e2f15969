import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../../../docs/licenses");
const vectors = path.join(folder, "vectors.json");
const { cases } = JSON.parse(readFileSync(vectors, "utf8")) as {
  cases: { name: string; expected: string }[];
};

/** Each says for every vector what it makes of it; `probe` fails where the language, or what it needs, is not installed. */
const verifiers: Record<string, { probe: string[]; run: string[] }> = {
  TypeScript: {
    probe: [process.execPath, "--version"],
    run: [process.execPath, "--import", "tsx", "verify.ts"],
  },
  Python: { probe: ["python3", "-c", "import cryptography"], run: ["python3", "verify.py"] },
  Go: { probe: ["go", "version"], run: ["go", "run", "verify.go"] },
  PHP: { probe: ["php", "-r", "exit(extension_loaded('sodium') ? 0 : 1);"], run: ["php", "verify.php"] },
  Java: { probe: ["java", "-version"], run: ["java", "Verify.java"] },
};

const isInstalled = ([command = "", ...rest]: string[]) => {
  try {
    execFileSync(command, rest, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("the license verifiers of docs/licenses", () => {
  for (const [language, { probe, run }] of Object.entries(verifiers)) {
    it.skipIf(!isInstalled(probe))(
      `${language} accepts a good file, and refuses what is forged, altered, expired, revoked or of another device`,
      async () => {
        const [command = "", ...rest] = run;
        const { stdout } = await promisify(execFile)(command, [...rest, vectors], {
          cwd: folder,
          env: { ...process.env, GO111MODULE: "off", GOFLAGS: "" },
        });
        expect(stdout.trim().split("\n")).toEqual(cases.map(({ name, expected }) => `${name} ${expected}`));
      },
      300_000,
    );
  }
});
