import os from "node:os";
import pg from "pg";
import { addSeconds, now } from "../core/clock";
import { log } from "../core/process/log";
import { inTransaction } from "../db/transaction";
import { writeALittle } from "./sql/health";

const everyMs = 10_000;

let problem: string | null = null;

/** In the database's own words; null: it took the last write, or did not answer, which whoever reads finds out. */
export const writeProblem = (): string | null => problem;

/** `disk_full`, `io_error` and what stands in for them: Prisma hands the error of a BEGIN on in a sentence of its own. */
const inSentence = /Code: `(?:53100|53000|58030|25006)`\. Message: `([^`]*)`/;

function refusalIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const words = error instanceof pg.DatabaseError ? error.message : inSentence.exec(error.message)?.[1];
  return words?.slice(0, 200) ?? null;
}

/** A database with a full disk answers every question, and takes no order. */
export async function probeWrites(): Promise<void> {
  try {
    await inTransaction((tx) =>
      writeALittle(tx, { key: `write-probe:${os.hostname()}`, until: addSeconds(now(), 60) }),
    );
    problem = null;
  } catch (error) {
    const words = refusalIn(error);
    if (words && problem === null) log.error({ reason: words }, "the database takes no writes");
    problem = words;
  }
}

export function keepProbingWrites(): { stop(): void } {
  const timer = setInterval(() => void probeWrites(), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
