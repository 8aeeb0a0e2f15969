import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const all = "/sys/fs/cgroup";

interface Place {
  folder: string;
  /** Files of the kernel's first and second kind of groups. */
  limit: string;
  swap: string;
  events: string;
  peak: string;
}

/** A new group below that of this process (first kind), or below the root (second kind). */
function placeOf(name: string): Place {
  if (existsSync(`${all}/memory`)) {
    const own = /^\d+:memory:(.+)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1] ?? "/";
    const above = existsSync(`${all}/memory${own}`) ? `${all}/memory${own}` : `${all}/memory`;
    return {
      folder: path.join(above, name),
      limit: "memory.limit_in_bytes",
      swap: "memory.memsw.limit_in_bytes",
      events: "memory.oom_control",
      peak: "memory.max_usage_in_bytes",
    };
  }
  return {
    folder: path.join(all, name),
    limit: "memory.max",
    swap: "memory.swap.max",
    events: "memory.events",
    peak: "memory.peak",
  };
}

function tryToMake(place: Place): boolean {
  try {
    mkdirSync(place.folder);
    return existsSync(path.join(place.folder, place.limit));
  } catch {
    return false;
  }
}

/** Groups need root, and a kernel that hands memory out by groups. */
export const canBoundMemory = (() => {
  const probe = placeOf(`keyshelf-probe-${process.pid}`);
  if (process.platform !== "linux" || !tryToMake(probe)) return false;
  rmdirSync(probe.folder);
  return true;
})();

export interface MemoryGroup {
  /** Arguments of `sh` by which a command becomes part of the group, on one processor, as a user without rights. */
  inside(command: readonly string[]): string[];
  /** Processes that the kernel killed for want of memory. */
  killed(): number;
  /** Most that was taken, the files that the system keeps for it included. */
  peakMegabytes(): number;
  remove(): void;
}

export function boundMemory(megabytes: number, user: number): MemoryGroup {
  const place = placeOf(`keyshelf-${process.pid}`);
  if (!tryToMake(place)) throw new Error("This account may make no memory group.");
  const file = (name: string) => path.join(place.folder, name);
  const bytes = megabytes * 1024 ** 2;
  writeFileSync(file(place.limit), String(bytes));
  // Memory and swap count together in the first kind; a kernel without either has no such file.
  if (existsSync(file(place.swap)))
    writeFileSync(file(place.swap), place.swap === "memory.swap.max" ? "0" : String(bytes));
  const rights = ["--reuid", "--regid"].map((flag) => `${flag}=${user}`);
  return {
    inside: (command) => [
      "-c",
      'echo $$ > "$0/cgroup.procs" && exec taskset --cpu-list 0 setpriv "$@"',
      ...[place.folder, ...rights, "--clear-groups", ...command],
    ],
    killed: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(file(place.events), "utf8"))?.[1] ?? 0),
    peakMegabytes: () =>
      existsSync(file(place.peak)) ? Number(readFileSync(file(place.peak), "utf8")) / 1024 ** 2 : 0,
    remove: () => rmdirSync(place.folder),
  };
}
