import { spawn } from "node:child_process";
import path from "node:path";
import { variableOf } from "@/lib/config/load-config";
import type { Failpoint } from "@/lib/core/process/failpoint";
import { freePort } from "../../../tools/cluster/free-port";
import { programOf } from "./programs";

export { freePort };

export interface ApiServerOptions {
  /** The shop with German (tests/support/builders/third-language.ts). */
  speaksGerman?: boolean;
  /** Works off jobs too. Default: it only serves. */
  worker?: boolean;
  /** Dies there by SIGKILL. */
  failpoint?: Failpoint;
  /** Another database than this test's: a second shop. */
  databaseUrl?: string;
  /** Take this port: for a server that comes back at the address where the first one died. */
  port?: number;
  /** Further settings, as in `overrideConfig`. */
  settings?: Record<string, string>;
  /** Level from which it writes to its log. Default: nothing. */
  logLevel?: "debug" | "info";
}

export interface ApiServer {
  url: string;
  port: number;
  pid: number;
  /** All that it has written to its standard output and error so far. */
  output(): string;
  /** The signal or code that ended it. */
  exited: Promise<string>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, "../../..");
const startMs = 120_000;

/** Another process that serves the API, on this test's database unless told otherwise. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const port = options.port ?? (await freePort());
  const settings = {
    "server.port": String(port),
    "server.baseUrl": `http://127.0.0.1:${port}`,
    worker: options.worker ? "inline" : "off",
    ...(options.databaseUrl ? { "database.url": options.databaseUrl } : {}),
    ...options.settings,
  };
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [variableOf(key), value])),
    KEYSHELF_FAILPOINT: options.failpoint ?? "",
    ...(options.logLevel ? { KEYSHELF_TEST_LOG: options.logLevel } : {}),
    NODE_OPTIONS: "",
  };
  const child = spawn(process.execPath, [programOf(options.speaksGerman ? "german-server" : "api-server")], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<string>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? String(code))),
  );
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The API server did not start:\n${output}`)), startMs);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes(`ready ${port}`)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (chunk: Buffer) => {
      read(chunk);
      if (process.env.KEYSHELF_TEST_LOG) process.stderr.write(chunk);
    });
    void exited.then((how) => reject(new Error(`The API server ended at once (${how}):\n${output}`)));
  });
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  try {
    await ready;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}
