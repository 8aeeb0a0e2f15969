import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { seed } from "./seed";

const root = path.resolve(import.meta.dirname, "../../..");
const hooks = path.join(root, "tests/schemathesis");

/** Where `.ci/run` puts it; without it the tests that need it are skipped. */
const program = path.join(root, ".cache/schemathesis/bin/schemathesis");
export const hasSchemathesis = existsSync(program);

export type Role = "anonymous" | "member" | "staff" | "agent";

export interface FuzzRun {
  role: Role;
  /** The first segments of the paths below /api/v1/ that the role has to do with: `admin`, or others. */
  areas: string[];
  phases: string;
  /** Requests of the fuzzing phase an operation; those of the boundary values come beside them. */
  examples: number;
  /** Ends the run. With it the fuzzing is repeated until then. */
  seconds?: number;
  /** These operations alone. */
  only?: readonly string[];
  headers?: Record<string, string>;
  /** `SITE_KEY` and the like, for signed calls. */
  credentials?: Record<string, string>;
  /** Operations that would end the role's own session, or that belong to no role. */
  without?: string[];
}

/** Checks of answers that are never correct, for any caller. */
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
];

const areaPattern = (areas: readonly string[]) => `^/api/v1/(${areas.join("|")})(/|$)`;

/** The document that describes these areas. Staff alone may read theirs. */
async function fetchDescription(
  url: string,
  { areas, headers = {} }: { areas: readonly string[]; headers?: Record<string, string> | undefined },
): Promise<string> {
  const place = areas.includes("admin") ? "admin/openapi.json" : "openapi.json";
  const answer = await fetch(`${url}/api/v1/${place}`, { headers });
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

/** The same requests, in the same order, at every run of the same description and seed. */
export async function fuzz(
  url: string,
  run: FuzzRun,
): Promise<{ code: number; output: string; called: ReadonlySet<string> }> {
  const args = [
    "run",
    "description.json",
    `--url=${url}`,
    // Most of what staff write names rows or depends on what is stored, which no schema can tell.
    `--checks=${[...checks, ...(run.role === "staff" ? [] : ["valid_request_is_not_malformed"])].join(",")}`,
    `--phases=${run.phases}`,
    "--mode=all",
    `--max-examples=${run.examples}`,
    `--seed=${seed}`,
    ...(run.seconds === undefined ? [] : [`--max-time=${Math.max(1, Math.round(run.seconds))}`]),
    "--generation-deterministic",
    // U+0000 is refused everywhere, and no schema says so of every text.
    "--generation-allow-x00=false",
    "--no-shrink",
    "--continue-on-failure",
    "--suppress-health-check=all",
    "--warnings=off",
    // Two threads can meet in Python 3.11's own parser, which then fails (SystemError in ast.parse).
    "--workers=1",
    "--request-timeout=30",
    "--no-color",
    ...(run.only
      ? run.only.map((id) => `--include-operation-id=${id}`)
      : [`--include-path-regex=${areaPattern(run.areas)}`]),
    ...(run.without ?? []).map((id) => `--exclude-operation-id=${id}`),
  ];
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: "test",
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    PYTHONPATH: hooks,
    PYTHONDONTWRITEBYTECODE: "1",
    SCHEMATHESIS_HOOKS: "hooks",
    KEYSHELF_ROLE: run.role,
    KEYSHELF_HEADERS: JSON.stringify(run.headers ?? {}),
    ...run.credentials,
  };
  // It writes what it found where it runs.
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-schemathesis-"));
  writeFileSync(path.join(folder, "description.json"), await fetchDescription(url, run));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("close", (code) => {
      const list = path.join(folder, "called.txt");
      const called = new Set(existsSync(list) ? readFileSync(list, "utf8").trim().split("\n") : []);
      rmSync(folder, { recursive: true, force: true });
      resolve({ code: code ?? 1, output, called });
    });
  });
}

interface Description {
  paths: Record<string, Record<string, { operationId: string }>>;
}

interface Operation {
  id: string;
  /** `GET /api/v1/admin/orders`, as the program names it. */
  label: string;
}

/** The operations of these areas, in an order that follows from the seed. */
export async function operationsOf(
  url: string,
  { areas, without = [], headers }: Pick<FuzzRun, "areas" | "without" | "headers">,
): Promise<Operation[]> {
  const { paths } = JSON.parse(await fetchDescription(url, { areas, headers })) as Description;
  const isTheirs = new RegExp(areaPattern(areas));
  const turn = ({ id }: Operation) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  return Object.entries(paths)
    .filter(([address]) => isTheirs.test(address))
    .flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        id: operationId,
        label: `${method.toUpperCase()} ${address}`,
      })),
    )
    .filter(({ id }) => !without.includes(id))
    .sort((a, b) => (turn(a) < turn(b) ? -1 : 1));
}
