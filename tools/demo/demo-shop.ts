import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { randomCode } from "@/lib/core/ids";
import { StartError } from "../../server/door/front-door";
import type { Stopping } from "../../server/stopping";

export interface DemoShop {
  /** Stands before each line that it prints. */
  name: string;
  baseUrl: string;
  environment: NodeJS.ProcessEnv;
}

const patienceMs = 180_000;

/** Settings of a developer's own shop, in a file or in the environment, must not reach those of a demo. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (name === "DATABASE_URL" || name === "NEXTAUTH_URL" || name.startsWith("KEYSHELF_"))
      delete environment[name];
  }
  return environment;
}

export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

const oneTimeLine = /"The first admin is /;

/** One password for every admin of a demo, the same at every start. Only this machine reaches the shops. */
export function passwordOf(folder: string): string {
  const file = path.join(folder, "password.txt");
  if (!existsSync(file)) writeFileSync(file, randomCode(16), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

export function serveShop(stopping: Stopping, { name, environment }: DemoShop): ChildProcess {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      // Its one-time password is replaced by the demo's own.
      if (line.trim() !== "" && !oneTimeLine.test(line)) console.log(`[${name}] ${line}`);
    });
  }
  stopping.add(name, async () => {
    // A terminal's Ctrl-C has reached it already; a second signal changes nothing.
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended(child);
  });
  return child;
}

export async function untilOpen({ name, baseUrl }: DemoShop, child: ChildProcess): Promise<void> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new StartError(`${name} did not start; the reason stands above.`);
    const answer = await fetch(`${baseUrl}/api/v1/public/config`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new StartError(`${name} did not answer at ${baseUrl} within three minutes.`);
}

export interface DemoStep {
  /** Step of tools/demo/demo-pair.ts. */
  step: "main" | "agent" | "gateways" | "open";
  password: string;
  input?: string;
}

/** Does what an operator does in the admin of that shop. */
export async function operate(
  { name, environment }: DemoShop,
  { step, password, input = "" }: DemoStep,
): Promise<string> {
  const child = spawn(process.execPath, ["build/demo-pair.mjs", step], {
    env: { ...environment, DEMO_PASSWORD: password },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(input);
  const [output] = await Promise.all([text(child.stdout), ended(child)]);
  if (child.exitCode !== 0) throw new StartError(`${name} could not be set up; the reason stands above.`);
  return output;
}
