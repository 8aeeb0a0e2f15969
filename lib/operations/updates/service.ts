import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environmentAt } from "../../config/env";
import { homeFolder } from "../../config/home";
import { messageOf } from "../../core/process/thrown";
import { problem } from "../../core/refusals/refusal";
import { UpdateError } from "./signed-sums";
import { type Owner, openedSince } from "./update-request";
import type { Versions } from "./versions";

/** Commands of whatever keeps the shop running. */
export interface Control {
  stop: string;
  start: string;
}

export interface Service {
  control: Control;
  /** Where the shop listens. */
  host: string;
  port: number;
  dataDir: string;
  owner: Owner;
}

const mostOutput = 1_000_000;

interface Ended {
  isGood: boolean;
  stdout: string;
  reason: string;
}

function run(file: string, args: readonly string[], options: object): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(file, args, { maxBuffer: mostOutput, ...options }, (error, stdout, stderr) =>
      resolve({
        isGood: error === null,
        stdout: String(stdout),
        reason: String(stderr).trim().slice(-500) || (error ? messageOf(error) : ""),
      }),
    );
  });
}

/** @throws UpdateError when the service manager refuses */
export async function tell({ control }: Service, act: keyof Control): Promise<void> {
  const { isGood, reason } = await run("/bin/sh", ["-c", control[act]], {});
  if (!isGood) throw new UpdateError(problem("update_service", { act, reason }));
}

/** Gives a command of one of the versions as the shop's user, in the shop's folder. */
export function commandOf(
  versions: Versions,
  version: string,
  { owner, dataDir }: Service,
  args: readonly string[],
): Promise<Ended> {
  const isRoot = process.getuid?.() === 0;
  return run(path.join(versions.folderOf(version), "bin/keyshelf"), ["--json", ...args], {
    cwd: homeFolder(),
    env: environmentAt(dataDir),
    ...(isRoot ? owner : {}),
  });
}

/** Address at which a shop that listens there is reached from its own machine. */
function ownAddress({ host, port }: Service): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

const lookMs = 300;

/** Waits until the shop says of itself that it is open in this version, and that visitors may come. */
export async function waitUntilReady(
  service: Service,
  version: string,
  since: Date,
  seconds: number,
): Promise<boolean> {
  const url = `${ownAddress(service)}/api/health/ready`;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(lookMs)) {
    if (!openedSince(service.dataDir, service.owner, version, since)) continue;
    const isReady = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
  }
  return false;
}
