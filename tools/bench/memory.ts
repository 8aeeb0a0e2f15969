import { readFileSync } from "node:fs";
import { tree } from "./process-tree";

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
