import { readdirSync, readFileSync } from "node:fs";

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** These processes and all their descendants. */
function tree(roots: readonly number[]): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), parentOf(Number(name)));
    } catch {
      // It ended while we looked.
    }
  }
  const found = new Set(roots);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

const field = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;

export interface Memory {
  /** Sum of resident sets: pages that processes share count once for each. */
  rss: number;
  /** Shared pages counted once. */
  pss: number;
}

/** Hundredths of a second that a process tree has computed so far, its ended children included (Linux only). */
export function processorTicks(roots: readonly number[]): number {
  let ticks = 0;
  for (const pid of tree(roots)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      for (const field of fields.slice(11, 15)) ticks += Number(field);
    } catch {
      // It ended while we looked; its parent counts it.
    }
  }
  return ticks;
}

/** Megabytes of a process tree (Linux only: null elsewhere). */
export function memoryOf(roots: readonly number[]): Memory | null {
  if (process.platform !== "linux") return null;
  let rss = 0;
  let pss = 0;
  for (const pid of tree(roots)) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      rss += field(text, "Rss");
      pss += field(text, "Pss");
    } catch {
      // It ended while we looked.
    }
  }
  return { rss, pss };
}
