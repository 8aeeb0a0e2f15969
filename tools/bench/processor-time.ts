import { readFileSync } from "node:fs";
import { tree } from "./process-tree";

/** Linux counts processor time in hundredths of a second, whatever the machine is. */
const millisecondsPerTick = 10;

/** Milliseconds of processor time of a process tree since it began, the ended children included. */
function timeOf(root: number): number {
  let ticks = 0;
  for (const pid of tree([root])) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [user, system, endedUser, endedSystem] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 15)
        .map(Number);
      ticks += (user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0);
    } catch {
      // It ended while we looked.
    }
  }
  return ticks * millisecondsPerTick;
}

let watched: { server: number; database: number } | null = null;

/** From here on each HTTP load is told what it cost these two (Linux only). */
export function watchProcessors(server: number, database: number): void {
  if (process.platform === "linux") watched = { server, database };
}

export interface ProcessorTime {
  /** Milliseconds of the shop's process for each call. */
  server: number;
  /** Milliseconds of the database for each call. */
  database: number;
}

/** @returns what to call when the load has ended, with the number of calls */
export function startCounting(): (calls: number) => ProcessorTime | undefined {
  if (!watched) return () => undefined;
  const { server, database } = watched;
  const before = { server: timeOf(server), database: timeOf(database) };
  return (calls) =>
    calls === 0
      ? undefined
      : {
          server: (timeOf(server) - before.server) / calls,
          database: (timeOf(database) - before.database) / calls,
        };
}
