import { readFileSync } from "node:fs";
import { shopCommand } from "../../config/home";
import { EmbeddedError } from "./embedded-error";

/** Files of the cluster that are not there or hold something else: a copy that was cut off, or a damaged disk. */
const incomplete =
  /could not (find the database system|open (file|directory)|read file|access status|locate a valid checkpoint)|is not a valid data directory|required WAL directory|invalid (checkpoint|primary checkpoint)|subdirectory .* is missing|incorrect checksum in control file/i;

export const notWhole = (cluster: string, reason: string): EmbeddedError =>
  new EmbeddedError(
    `The database in ${cluster} is not whole: ${reason.replace(/[.\s]+$/, "")}. Restore the missing files from the same copy, or ` +
      `a backup into a new data folder (${shopCommand("restore FILE --into FOLDER")}).`,
  );

/** A log that is gone with its disk says nothing. */
function readLog(logFile: string, start: number): string {
  try {
    return readFileSync(logFile).subarray(start).toString("utf8");
  } catch {
    return "";
  }
}

/** An end has its cause in the last lines: a disk that was full weeks ago is none. */
const lastLines = 4_000;

/** Says in one sentence for the operator what the server wrote into its log since `start`. */
export function serverProblem(
  logFile: string,
  start: number,
  cluster: string,
  what: "did not start" | "ended unexpectedly",
  signal: NodeJS.Signals | null = null,
): EmbeddedError {
  const all = readLog(logFile, start);
  const text = what === "did not start" ? all : all.slice(-lastLines);
  if (/No space left on device|Disk quota/i.test(text)) {
    return new EmbeddedError(
      `The disk that holds ${cluster} is full. Free some space and start again; nothing is lost.`,
    );
  }
  const fatal = [...text.matchAll(/^.*(?:FATAL|PANIC):\s*(.*)$/gm)].map(([, reason = ""]) => reason);
  const reason =
    fatal.find((line) => incomplete.test(line)) ?? text.split("\n").find((line) => incomplete.test(line));
  if (reason && what === "did not start") return notWhole(cluster, reason.replace(/^postgres: /, ""));
  if (what === "ended unexpectedly") {
    const how = signal
      ? `was killed (${signal}), by a person or by the system because memory was short`
      : `ended unexpectedly${fatal.length > 0 ? `: ${fatal.at(-1)?.replace(/\.$/, "")}` : ""}`;
    return new EmbeddedError(
      `The embedded database ${how}. The shop ends with it, and has everything that it acknowledged when it is started again. ` +
        `The log of the database is ${logFile}.`,
    );
  }
  return new EmbeddedError(
    `The embedded database did not start: ${(fatal[0] ?? "it ended at once").replace(/\.$/, "")}. Its log is ${logFile}.`,
  );
}
