import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Where the profiled process writes; each flow's file is moved away from there. */
const written = (folder: string) => path.join(folder, "current.cpuprofile");

/** Before the shop starts: it inherits the place. */
export function prepareProfiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  process.env.BENCH_PROFILE = written(folder);
}

/** Runs the flow while the shop's processor time is recorded into `<folder>/<name>.cpuprofile`. */
export async function profiled<T>(
  folder: string | undefined,
  pid: number,
  name: string,
  flow: () => Promise<T>,
): Promise<T> {
  if (folder === undefined) return flow();
  process.kill(pid, "SIGUSR2");
  const result = await flow();
  process.kill(pid, "SIGUSR2");
  for (let attempts = 0; !existsSync(written(folder)); attempts++) {
    if (attempts > 300) throw new Error(`The shop wrote no profile of ${name}`);
    await sleep(100);
  }
  // It is written in one call, but not in one moment.
  await sleep(1000);
  renameSync(written(folder), path.join(folder, `${name}.cpuprofile`));
  return result;
}
