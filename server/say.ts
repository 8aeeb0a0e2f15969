import { log } from "@/lib/core/process/log";

type Level = "info" | "warn" | "error";

/** Somebody sits there: what a program collects is kept and copied. */
export const isTerminal = process.stdout.isTTY === true;

/** Tells the operator: text at a terminal, a line of the log where a program collects it. */
export function say(text: string, level: Level = "info", fields: Record<string, unknown> = {}): void {
  if (!isTerminal) log[level](fields, text.trim());
  else if (level === "info") console.log(text);
  else console.error(text);
}
