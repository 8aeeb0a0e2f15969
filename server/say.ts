import { log } from "@/lib/core/log";

type Level = "info" | "warn" | "error";

/** Tells the operator: text at a terminal, a line of the log where a program collects it. */
export function say(text: string, level: Level = "info", fields: Record<string, unknown> = {}): void {
  if (process.stdout.isTTY !== true) log[level](fields, text.trim());
  else if (level === "info") console.log(text);
  else console.error(text);
}
